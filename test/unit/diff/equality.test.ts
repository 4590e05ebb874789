import { describe, expect, it } from 'vitest';
import { sameValue } from '../../../src/diff/equality.js';
import type {
  Attribution,
  FieldValue,
  InputBinding,
  Link,
  TemplateInputs,
} from '../../../src/model/record.js';
import { byId } from '../../support/builders.js';

/** `R` and `dtp_R` lead to one record. */
const target = (link: Link) => (link.by === 'id' ? link.value : `dtp_${link.value}`);
const wanted = (value: string): Link => ({ kind: 'datapoint', by: 'reference', value });
const there = (value: string): Link => byId('datapoint', `dtp_${value}`);

const text = (value: string | null): FieldValue => ({ type: 'text', value });
const flag = (value: boolean): FieldValue => ({ type: 'flag', value });
const date = (value: string | null): FieldValue => ({ type: 'date', value });
const instant = (value: string | null): FieldValue => ({ type: 'instant', value });
const quantity = (magnitude: number, unit: string, sd: number | null = null): FieldValue => ({
  type: 'quantity',
  value: { magnitude, unit, standard_deviation: sd },
});
const link = (value: Link | null): FieldValue => ({ type: 'link', value });
const links = (...value: Link[]): FieldValue => ({ type: 'links', value });
const input = (input_key: string, shape: InputBinding['shape'], ...datapoints: Link[]): InputBinding => ({
  input_key,
  shape,
  datapoints,
});
const inputs = (...value: InputBinding[]): FieldValue => ({ type: 'inputs', value });
const made = (component: string, ...given: InputBinding[]): TemplateInputs => ({
  component: byId('template_component', component),
  inputs: given,
});
const template = (...value: TemplateInputs[]): FieldValue => ({ type: 'template_inputs', value });
const share = (component: string, factor = 1, group = 'all'): Attribution => ({
  component: byId('component', component),
  group,
  factor,
});
const shares = (...value: Attribution[]): FieldValue => ({ type: 'attributions', value });
const document = (sha256: string | null): FieldValue => ({
  type: 'document',
  value: { file_name: 'a.pdf', content_type: '', content_length: 1, sha256, path: null },
});
const noDocument: FieldValue = { type: 'document', value: null };

type Row = readonly [what: string, wanted: FieldValue, there: FieldValue, same: boolean];

const rows: readonly Row[] = [
  ['a text and itself', text('a'), text('a'), true],
  ['a text and another', text('a'), text('b'), false],
  ['texts in another case', text('a'), text('A'), false],
  ['an empty text and none', text(''), text(null), true],
  ['no text and an empty one', text(null), text(''), true],
  ['no text and a blank', text(null), text(' '), false],
  ['yes and yes', flag(true), flag(true), true],
  ['yes and no', flag(true), flag(false), false],
  ['a day and itself', date('2026-10-01'), date('2026-10-01'), true],
  ['a day and the next', date('2026-10-01'), date('2026-10-02'), false],
  ['a day and none', date('2026-10-01'), date(null), false],
  ['an instant in two zones', instant('2026-10-01T12:00:00Z'), instant('2026-10-01T14:00:00+02:00'), true],
  ['instants within a second', instant('2026-10-01T12:00:00Z'), instant('2026-10-01T12:00:00.999Z'), true],
  ['instants a second apart', instant('2026-10-01T12:00:00Z'), instant('2026-10-01T12:00:01Z'), false],
  [
    'instants either side of a second',
    instant('2026-10-01T12:00:00.999Z'),
    instant('2026-10-01T12:00:01Z'),
    false,
  ],
  ['an instant and none', instant('2026-10-01T12:00:00Z'), instant(null), false],
  ['no instant and one', instant(null), instant('1970-01-01T00:00:00Z'), false],
  ['no instant on both sides', instant(null), instant(null), true],
  ['quantities in two units', quantity(1, 't', 0.1), quantity(1000, 'kilogram', 100), true],
  ['other quantities', quantity(1, 't'), quantity(1001, 'kg'), false],
  ['no link on both sides', link(null), link(null), true],
  ['a link and none', link(wanted('R')), link(null), false],
  ['no link and one', link(null), link(there('R')), false],
  ['two links to one record', link(wanted('R')), link(there('R')), true],
  ['links to two records', link(wanted('R')), link(there('S')), false],
  ['no links on both sides', links(), links(), true],
  ['links in another order', links(wanted('S'), wanted('R')), links(there('R'), there('S')), true],
  ['a link that is there twice', links(wanted('R'), wanted('R')), links(there('R')), true],
  ['a link more', links(wanted('R'), wanted('S')), links(there('R')), false],
  ['a link fewer', links(wanted('R')), links(there('R'), there('S')), false],
  ['as many other links', links(wanted('R'), wanted('S')), links(there('R'), there('T')), false],
  ['no inputs on both sides', inputs(), inputs(), true],
  [
    'inputs in another order',
    inputs(input('a', 'scalar', wanted('R')), input('b', 'scalar', wanted('S'))),
    inputs(input('b', 'scalar', there('S')), input('a', 'scalar', there('R'))),
    true,
  ],
  [
    'an input of another datapoint',
    inputs(input('a', 'scalar', wanted('R'))),
    inputs(input('a', 'scalar', there('S'))),
    false,
  ],
  [
    'an input of another shape',
    inputs(input('a', 'list', wanted('R'))),
    inputs(input('a', 'scalar', there('R'))),
    false,
  ],
  [
    'an input under another key',
    inputs(input('a', 'scalar', wanted('R'))),
    inputs(input('b', 'scalar', there('R'))),
    false,
  ],
  ['an input that is not wanted any more', inputs(), inputs(input('a', 'scalar', there('R'))), false],
  ['an input that is new', inputs(input('a', 'scalar', wanted('R'))), inputs(), false],
  [
    'a list in another order',
    inputs(input('a', 'list', wanted('R'), wanted('S'))),
    inputs(input('a', 'list', there('S'), there('R'))),
    true,
  ],
  [
    'a list in which one counts twice',
    inputs(input('a', 'list', wanted('R'), wanted('R'))),
    inputs(input('a', 'list', there('R'))),
    false,
  ],
  [
    'lists in which another counts twice',
    inputs(input('a', 'list', wanted('R'), wanted('R'), wanted('S'))),
    inputs(input('a', 'list', there('R'), there('S'), there('S'))),
    false,
  ],
  ['no template inputs wanted', template(), template(made('T', input('a', 'scalar', there('R')))), true],
  [
    "a template's fixed input beside a wanted one",
    template(made('T', input('a', 'scalar', wanted('R')))),
    template(made('T', input('fixed', 'scalar', there('F')), input('a', 'scalar', there('R')))),
    true,
  ],
  [
    'a template input of another datapoint',
    template(made('T', input('a', 'scalar', wanted('R')))),
    template(made('T', input('a', 'scalar', there('S')))),
    false,
  ],
  [
    'one of two template components that differs',
    template(made('T', input('a', 'scalar', wanted('R'))), made('U', input('a', 'scalar', wanted('R')))),
    template(made('T', input('a', 'scalar', there('R'))), made('U', input('a', 'scalar', there('S')))),
    false,
  ],
  [
    'one of two template inputs that differs',
    template(made('T', input('a', 'scalar', wanted('R')), input('b', 'scalar', wanted('R')))),
    template(made('T', input('a', 'scalar', there('R')), input('b', 'scalar', there('S')))),
    false,
  ],
  [
    'a template input that is not bound',
    template(made('T', input('a', 'scalar', wanted('R')))),
    template(made('T')),
    false,
  ],
  ['a template component that is not there', template(made('T')), template(made('U')), false],
  ['no shares on both sides', shares(), shares(), true],
  ['shares in another order', shares(share('C', 0.5), share('D')), shares(share('D'), share('C', 0.5)), true],
  [
    'shares in the same order',
    shares(share('C', 0.5), share('D')),
    shares(share('C', 0.5), share('D')),
    true,
  ],
  [
    'two shares of one component in another order',
    shares(share('C', 0.5), share('C', 0.25)),
    shares(share('C', 0.25), share('C', 0.5)),
    true,
  ],
  ['a share of another size', shares(share('C', 0.5)), shares(share('C', 0.6)), false],
  [
    'a share that differs by a last digit',
    shares(share('C', 1 / 3)),
    shares(share('C', 0.333_333_333_333_333)),
    true,
  ],
  ['a share in another group', shares(share('C', 1, 'a')), shares(share('C', 1, 'b')), false],
  ['a share of another component', shares(share('C')), shares(share('D')), false],
  ['a share more', shares(share('C'), share('D')), shares(share('C')), false],
  ['a share fewer', shares(share('C')), shares(share('C'), share('D')), false],
  [
    'shares of which one differs',
    shares(share('C', 0.5), share('D', 0.5)),
    shares(share('C', 0.5), share('D', 0.4)),
    false,
  ],
  ['a document that is there', document('a'), document(null), true],
  ['a document of the same bytes', document('a'), document('a'), true],
  ['a document of other bytes', document('a'), document('b'), false],
  ['a document whose bytes are missing', document('a'), noDocument, false],
  ['no document, and one of known bytes', noDocument, document('a'), false],
];

describe('whether the registry would call two values the same', () => {
  it.each(rows)('%s', (_what, one, other, same) => {
    expect(sameValue(one, other, target)).toBe(same);
  });

  const kinds = new Map(rows.map(([, one]) => [one.type, one]));
  it.each(
    [...kinds].flatMap(([type, one]) =>
      [...kinds.values()]
        .filter((other) => other.type !== type)
        .map((other) => [type, other.type, one, other] as const),
    ),
  )('never for %s and %s', (_type, _other, one, other) => {
    expect(sameValue(one, other, target)).toBe(false);
  });
});
