import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { schemaFaults } from './schema-faults.ts';

const SEARCH = {
  type: 'object',
  properties: {
    query: { type: 'string' },
    limit: { type: 'integer' },
    order: { enum: ['newest', 'oldest', null] },
    filter: {
      type: 'object',
      properties: { ids: { type: 'array', items: { type: 'number' } }, kind: { const: 'fact' } },
      required: ['ids'],
      additionalProperties: false,
    },
  },
  required: ['query'],
};

function told(schema: unknown, value: unknown): readonly string[] {
  return schemaFaults(schema, value).map(({ path, problem }) => `${path} ${problem}`.trim());
}

test('[TOOL-2] a value that fits has no fault, fields that the schema does not name among it', () => {
  const filter = { ids: [1, 2.5], kind: 'fact' };
  expect(told(SEARCH, { query: 'x', limit: 3, order: null, filter, other: 1 })).toEqual([]);
});

test.each([
  [{}, 'query is missing'],
  [[], 'must be an object; got an array'],
  [null, 'must be an object; got null'],
  [{ query: 3 }, 'query must be a string; got 3'],
  [{ query: 'x', limit: 2.5 }, 'limit must be an integer; got 2.5'],
  [{ query: 'x', limit: '3' }, 'limit must be an integer; got "3"'],
  [{ query: 'x', order: 'new' }, 'order must be one of "newest", "oldest", null; got "new"'],
  [{ query: 'x', filter: {} }, 'filter.ids is missing'],
  [{ query: 'x', filter: { ids: [1, 'two'] } }, 'filter.ids.1 must be a number; got "two"'],
  [{ query: 'x', filter: { ids: [], kind: 'guess' } }, 'filter.kind must be "fact"; got "guess"'],
  [
    { query: 'x', filter: { ids: [], kinds: 1 } },
    'filter.kinds is not a known field: did you mean `kind`?',
  ],
])('[TOOL-2] %j is told as "%s"', (value, fault) => {
  expect(told(SEARCH, value)).toEqual([fault]);
});

test('[TOOL-2] every fault is told, the missing fields first, and nothing inside a value of the wrong kind', () => {
  expect(told(SEARCH, { limit: 'x', filter: [{ ids: 1 }] })).toEqual([
    'query is missing',
    'limit must be an integer; got "x"',
    'filter must be an object; got an array',
  ]);
});

test('[TOOL-2] of several types any will do', () => {
  const schema = { type: ['string', 'null'] };
  expect(told(schema, null)).toEqual([]);
  expect(told(schema, 3)).toEqual(['must be a string or null; got 3']);
});

test('[TOOL-2] equal lists and objects are equal, in whatever order their fields stand', () => {
  expect(told({ enum: [{ a: 1, b: [2] }] }, { b: [2], a: 1 })).toEqual([]);
  expect(told({ const: [1] }, [2])).toEqual(['must be [1]; got an array']);
});

test('[TOOL-2] a long value is shown by its start', () => {
  expect(told({ type: 'number' }, 'x'.repeat(99))).toEqual([
    `must be a number; got "${'x'.repeat(39)}…`,
  ]);
});

test.each([
  ['a keyword that is not checked', { anyOf: [{ type: 'string' }], minimum: 5 }],
  ['a type that nobody knows', { type: 'file' }],
  ['items behind a tuple', { prefixItems: [{}, {}, {}], items: { type: 'string' } }],
  ['a list of schemas as items', { items: [{ type: 'string' }] }],
  ['a schema that is no schema', 'string'],
  ['true', true],
])('[TOOL-2] %s lets everything pass', (_, schema) => {
  for (const value of [1, 'x', null, [1, 2, 3], { a: 1 }]) expect(told(schema, value)).toEqual([]);
});

test('[TOOL-2] a schema for fields without a name holds for them, and a pattern lets them pass', () => {
  const numbers = { additionalProperties: { type: 'number' } };
  expect(told(numbers, { a: 1, b: 'x' })).toEqual(['b must be a number; got "x"']);
  const patterns = { patternProperties: { '^x': {} }, additionalProperties: false };
  expect(told(patterns, { xy: 1 })).toEqual([]);
});

test('[TOOL-2] fields of every object are no fields of the arguments', () => {
  const schema = { properties: {}, required: ['toString'], additionalProperties: false };
  expect(told(schema, JSON.parse('{"__proto__": 1}'))).toEqual([
    'toString is missing',
    '__proto__ is not a known field',
  ]);
});

test('[TOOL-2] a schema that holds itself ends where the value does, and at 200 levels', () => {
  const tree: Record<string, unknown> = { type: 'object' };
  tree.properties = { child: tree };
  expect(told(tree, { child: { child: {} } })).toEqual([]);
  const nested = (levels: number): unknown =>
    JSON.parse(`${'{"child":'.repeat(levels)}{}${'}'.repeat(levels)}`);
  expect(told(tree, nested(100_000))).toEqual([
    expect.stringMatching(/^child\.child.* is nested deeper than 200 levels$/),
  ]);
});

interface Case {
  readonly schema: unknown;
  readonly fitting: unknown;
  readonly unfitting: unknown;
}

const leaf = fc.oneof(
  fc.record({
    schema: fc.constant({ type: 'string' }),
    fitting: fc.string(),
    unfitting: fc.oneof(fc.integer(), fc.constant(null)),
  }),
  fc.record({
    schema: fc.constant({ type: 'integer' }),
    fitting: fc.integer(),
    unfitting: fc.oneof(fc.string(), fc.constant(0.5)),
  }),
  fc.record({
    schema: fc.constant({ enum: ['a', 1] }),
    fitting: fc.constantFrom('a', 1),
    unfitting: fc.constantFrom('b', 2, null),
  }),
);

/** Schemas with a value that fits and one that has a single fault somewhere inside. */
const cases: fc.Arbitrary<Case> = fc.letrec<{ case: Case }>((tie) => ({
  case: fc.oneof(
    { maxDepth: 4 },
    leaf,
    tie('case').map(({ schema, fitting, unfitting }) => ({
      schema: { type: 'array', items: schema },
      fitting: [fitting, fitting],
      unfitting: [fitting, unfitting],
    })),
    fc.tuple(fc.string(), tie('case')).map(([name, { schema, fitting, unfitting }]) => ({
      schema: { type: 'object', properties: { [name]: schema }, required: [name] },
      fitting: { [name]: fitting },
      unfitting: { [name]: unfitting },
    })),
  ),
})).case;

test('[TOOL-2] at any depth a value that fits has no fault, and a wrong one has exactly its own (seed 20261201)', async () => {
  await fc.assert(
    fc.property(cases, ({ schema, fitting, unfitting }) => {
      expect(told(schema, fitting)).toEqual([]);
      expect(schemaFaults(schema, unfitting)).toHaveLength(1);
    }),
    { seed: 20261201 },
  );
});
