import { z } from 'zod';
import { pageParameters } from './http.js';
import type { Declaration, Routes } from './routes.js';
import { shapeNames } from './shapes.js';

type Json = Readonly<Record<string, unknown>>;

const jsonObject = z.record(z.string(), z.unknown());

/** Gathers the named shapes while schemas are written down. */
class Schemas {
  readonly components = new Map<string, Json>();

  /** A schema as JSON Schema; what is named is put among the components and pointed at. */
  write(schema: z.ZodType, io: 'input' | 'output'): Json {
    const name = shapeNames.get(schema)?.id;
    if (name === undefined) return this.#plain(schema, io);
    if (!this.components.has(name)) {
      const own = this.#plain(schema, io);
      // A named schema can come back as a pointer to itself, its shape being among the components already.
      if (!('$ref' in own)) this.components.set(name, own);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #plain(schema: z.ZodType, io: 'input' | 'output'): Json {
    const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: shapeNames });
    const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $schema: _schema, $defs, id: _id, ...rest } = jsonObject.parse(JSON.parse(text));
    for (const [name, definition] of Object.entries(jsonObject.parse($defs ?? {}))) {
      const { id: _own, ...shape } = jsonObject.parse(definition);
      this.components.set(name, shape);
    }
    return rest;
  }
}

const envelope = (node: Json): Json => ({
  type: 'object',
  required: ['nodes', 'page_info', 'total_count'],
  properties: {
    nodes: { type: 'array', items: node },
    page_info: { $ref: '#/components/schemas/PageInfo' },
    total_count: { type: 'integer', minimum: 0 },
  },
});

const pageInfo: Json = {
  type: 'object',
  required: ['has_previous_page', 'has_next_page', 'start_cursor', 'end_cursor'],
  properties: {
    has_previous_page: { type: 'boolean' },
    has_next_page: { type: 'boolean' },
    start_cursor: { type: ['string', 'null'] },
    end_cursor: { type: ['string', 'null'] },
  },
};

const invalidInput: Json = {
  type: 'object',
  required: ['detail'],
  properties: {
    detail: {
      type: 'array',
      items: {
        type: 'object',
        required: ['loc', 'msg', 'type'],
        properties: {
          loc: { type: 'array', items: { type: 'string' } },
          msg: { type: 'string' },
          type: { type: 'string' },
          ctx: { type: 'object' },
          input: {},
        },
      },
    },
  },
};

const undefinedMark: Json = {
  type: 'object',
  required: ['__typename'],
  properties: { __typename: { const: 'Undefined' } },
};

const refusal: Json = {
  type: 'object',
  required: ['detail'],
  properties: { detail: { type: 'string' } },
};

const json = (schema: Json): Json => ({ 'application/json': { schema } });
const pointer = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** On PATCH every field can also be the mark of one that is not being changed. */
function withMarks(schema: Json): Json {
  const properties = jsonObject.safeParse(schema['properties']);
  if (!properties.success) return schema;
  const marked = Object.entries(properties.data).map(([name, field]) => [
    name,
    { anyOf: [field, pointer('Undefined')] },
  ]);
  return { ...schema, properties: Object.fromEntries(marked) };
}

function parameters(schemas: Schemas, { path, filters }: Declaration): readonly Json[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const ids = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema:
      name === 'key' ? { type: 'string', minLength: 1 } : { type: 'string', minLength: 20, maxLength: 37 },
  }));
  const query =
    filters === null
      ? {}
      : jsonObject.parse(
          schemas.write(z.object({ ...filters, ...pageParameters }), 'input')['properties'] ?? {},
        );
  const asked = Object.entries(query).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: ['first', 'last'].includes(name)
      ? { type: 'integer', minimum: 1, maximum: 50, default: 10 }
      : schema,
  }));
  return [...ids, ...asked];
}

function operation(schemas: Schemas, declaration: Declaration): Json {
  const { method, request, answer, filters } = declaration;
  const shown = answer === null ? null : schemas.write(answer, 'output');
  const body = request === null ? null : schemas.write(request, 'input');
  return {
    parameters: parameters(schemas, declaration),
    ...(body === null
      ? {}
      : { requestBody: { required: true, content: json(method === 'PATCH' ? withMarks(body) : body) } }),
    responses: {
      ...(shown === null
        ? { 204: { description: 'Done' } }
        : { 200: { description: 'Done', content: json(filters === null ? shown : envelope(shown)) } }),
      400: { description: 'Refused by a rule', content: json(pointer('Refusal')) },
      401: { description: 'Credentials missing or refused', content: json(pointer('Refusal')) },
      404: { description: 'Not there', content: json(pointer('Refusal')) },
      422: { description: 'Invalid input', content: json(pointer('HTTPValidationError')) },
    },
  };
}

/** The service's own document (OpenAPI 3.1), written from the schemas that its routes check and answer with. */
export function openApi(
  roots: readonly { readonly root: string; readonly routes: Pick<Routes, 'declarations'> }[],
): Json {
  const schemas = new Schemas();
  const paths: Record<string, Record<string, Json>> = {};
  for (const { root, routes } of roots) {
    for (const declaration of routes.declarations) {
      const path = `${root}${declaration.path}`;
      const own = paths[path] ?? {};
      own[declaration.method.toLowerCase()] = operation(schemas, declaration);
      paths[path] = own;
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'The embedded service', version: 'v0' },
    security: [{ bearer: [], secret: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        secret: { type: 'apiKey', in: 'header', name: 'x-client-secret' },
      },
      schemas: {
        ...Object.fromEntries(schemas.components),
        PageInfo: pageInfo,
        HTTPValidationError: invalidInput,
        Refusal: refusal,
        Undefined: undefinedMark,
      },
    },
  };
}
