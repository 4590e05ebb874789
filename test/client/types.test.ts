import { expectTypeOf, it } from 'vitest';
import type {
  Client,
  Datapoint,
  List,
  NewDatapoint,
  PageOf,
  RegistryOrganisation,
} from '../../src/client/index.js';

it('tells what is asked and what is answered', () => {
  expectTypeOf<Client['datapoints']['list']>().returns.toEqualTypeOf<List<Datapoint>>();
  expectTypeOf<List<Datapoint>['all']>().returns.resolves.toEqualTypeOf<readonly Datapoint[]>();
  expectTypeOf<List<Datapoint>['page']>().returns.resolves.toEqualTypeOf<PageOf<Datapoint>>();
  expectTypeOf<Client['datapoints']['create']>().parameters.toEqualTypeOf<[body: NewDatapoint]>();
  expectTypeOf<Client['sources']['delete']>().returns.resolves.toBeVoid();
  expectTypeOf<
    Client['registry']['organisation']
  >().returns.resolves.toEqualTypeOf<RegistryOrganisation | null>();
});

it('knows the fields of an answer, and no other', () => {
  expectTypeOf<Datapoint['quantity']['magnitude']>().toEqualTypeOf<number>();
  expectTypeOf<Datapoint['source_ids']>().toEqualTypeOf<readonly string[]>();
  expectTypeOf<Datapoint>().not.toHaveProperty('colour');
  expectTypeOf<string>().toExtend<Datapoint['type']>();
});

it('wants what the interface wants', () => {
  expectTypeOf<NewDatapoint['type']>().toEqualTypeOf<
    'CONSTANT' | 'STANDARD_PUBLISHED_VALUE' | 'REPORTED' | 'ASSUMPTION' | 'DERIVED'
  >();
  expectTypeOf<Omit<NewDatapoint, 'supplier_reference_id'>>().not.toExtend<NewDatapoint>();
  expectTypeOf<Omit<NewDatapoint, 'measured_at'>>().toExtend<NewDatapoint>();
});
