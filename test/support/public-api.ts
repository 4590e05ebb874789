import path from 'node:path';
import ts from 'typescript';

const root = path.join(import.meta.dirname, '..', '..');
const source = path.join(root, 'src') + path.sep;

/** What a program sees of an entry point of the package. */
export interface PublicApi {
  readonly names: readonly string[];
  /** Functions, classes and types, and methods of classes, that no comment explains. */
  readonly unexplained: readonly string[];
  /** Types of ours that a signature needs and that cannot be imported: `who needs what`. */
  readonly unnamed: readonly string[];
  /** The comments of the methods of exported classes, by `Class.method`. */
  readonly methods: ReadonlyMap<string, string>;
}

function programOf(files: readonly string[]): ts.Program {
  const file = path.join(root, 'tsconfig.json');
  const config: unknown = ts.readConfigFile(file, (name) => ts.sys.readFile(name)).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createProgram({ rootNames: [...files], options });
}

function isOurs(node: ts.Node): boolean {
  return path.normalize(node.getSourceFile().fileName).startsWith(source);
}

/** What is behind an import or a re-export. */
function behind(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

/** Whether a name is exported as a type alone: then nobody outside constructs it. */
function isTypeOnly(checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  const specifier = symbol.declarations?.find(ts.isExportSpecifier);
  if (specifier === undefined) return false;
  if (specifier.isTypeOnly || specifier.parent.parent.isTypeOnly) return true;
  const target = checker.getExportSpecifierLocalTargetSymbol(specifier);
  return target !== undefined && target !== symbol && isTypeOnly(checker, target);
}

function isHidden(node: ts.Node): boolean {
  if (ts.isBlock(node)) return true;
  if (!ts.isClassElement(node)) return false;
  const { name } = node;
  if (name !== undefined && ts.isPrivateIdentifier(name)) return true;
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)
  );
}

/** What is handed on as a whole: nobody outside looks into it or makes it. */
const opaque = new Set(['Mapping', 'WritableKindRules']);

function isExported(node: ts.Declaration): boolean {
  return (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0;
}

/** The types of ours that a declaration shows: those of its signature, not those of its body. */
class Shown {
  readonly types = new Set<ts.Symbol>();
  readonly #checker: ts.TypeChecker;
  readonly #seen = new Set<ts.Node>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  of(declaration: ts.Node, typeOnly: boolean): this {
    if (this.#seen.has(declaration)) return this;
    this.#seen.add(declaration);
    const visit = (node: ts.Node): void => {
      if (isHidden(node) || (typeOnly && ts.isConstructorDeclaration(node))) return;
      // What a constant is made of is no signature.
      if (ts.isVariableDeclaration(declaration) && node === declaration.initializer) return;
      if (ts.isTypeReferenceNode(node)) this.#needs(node.typeName);
      if (ts.isExpressionWithTypeArguments(node)) this.#needs(node.expression);
      ts.forEachChild(node, visit);
    };
    visit(declaration);
    return this;
  }

  /** A type that its own file keeps for itself is looked through. */
  #needs(name: ts.Node): void {
    const used = this.#checker.getSymbolAtLocation(name);
    const type = used === undefined ? undefined : behind(this.#checker, used);
    for (const declaration of type?.declarations ?? []) {
      if (type === undefined || !isOurs(declaration) || ts.isTypeParameterDeclaration(declaration)) continue;
      if (isExported(declaration)) this.types.add(type);
      else this.of(declaration, true);
    }
  }
}

function explained(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
}

function methodsOf(declaration: ts.ClassDeclaration): readonly ts.MethodDeclaration[] {
  return declaration.members.filter(ts.isMethodDeclaration).filter((method) => !isHidden(method));
}

/** The entry points of the package, below `src/`. */
export const entryPoints = ['index.ts', 'emulator/index.ts'] as const;
export type EntryPoint = (typeof entryPoints)[number];

/** What one exported name shows: what is not explained, what cannot be named, and the comments of its methods. */
function readSymbol(checker: ts.TypeChecker, symbol: ts.Symbol, importable: ReadonlySet<ts.Symbol>) {
  const target = behind(checker, symbol);
  const unexplained = explained(checker, target) === '' ? [symbol.name] : [];
  const unnamed: string[] = [];
  const methods: (readonly [string, string])[] = [];
  for (const declaration of target.declarations ?? []) {
    const shown = new Shown(checker).of(declaration, isTypeOnly(checker, symbol));
    const missing = [...shown.types].filter((type) => !importable.has(type));
    if (!opaque.has(symbol.name)) unnamed.push(...missing.map(({ name }) => `${symbol.name} needs ${name}`));
    for (const method of ts.isClassDeclaration(declaration) ? methodsOf(declaration) : []) {
      const name = `${symbol.name}.${method.name.getText()}`;
      const comment = ts
        .getJSDocCommentsAndTags(method)
        .map((node) => node.getText())
        .join('\n');
      methods.push([name, comment]);
      if (comment === '') unexplained.push(name);
    }
  }
  return { unexplained, unnamed, methods };
}

/** Reads the entry points with the compiler, at once: what one of them exports can be named by them all. */
export function publicApi(): Readonly<Record<EntryPoint, PublicApi>> {
  const program = programOf(entryPoints.map((entry) => path.join(source, entry)));
  const checker = program.getTypeChecker();
  const exportsOf = (entry: EntryPoint): readonly ts.Symbol[] => {
    const file = program.getSourceFile(path.join(source, entry));
    const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
    return module === undefined ? [] : checker.getExportsOfModule(module);
  };
  const importable = new Set(entryPoints.flatMap(exportsOf).map((symbol) => behind(checker, symbol)));
  const read = (entry: EntryPoint): PublicApi => {
    const own = exportsOf(entry);
    const symbols = own.map((symbol) => readSymbol(checker, symbol, importable));
    return {
      names: own.map(({ name }) => name).toSorted(),
      unexplained: symbols.flatMap(({ unexplained }) => unexplained),
      unnamed: symbols.flatMap(({ unnamed }) => unnamed),
      methods: new Map(symbols.flatMap(({ methods }) => methods)),
    };
  };
  return { 'index.ts': read('index.ts'), 'emulator/index.ts': read('emulator/index.ts') };
}
