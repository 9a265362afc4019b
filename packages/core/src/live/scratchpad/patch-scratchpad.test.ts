import * as v from 'valibot';
import { expect, test } from 'vitest';
import { InvalidScratchpadError } from '../../ground/errors/errors.ts';
import { defaultScratchpad } from './default-scratchpad.ts';
import { checkedScratchpad, patchedScratchpad } from './patch-scratchpad.ts';
import type { ScratchpadSchema } from './scratchpad.ts';

interface Counter {
  readonly count: number;
}

/** A Standard Schema written by hand, as a library of its own would bring it. */
function aSchema(
  validate: (
    value: unknown,
  ) => ReturnType<ScratchpadSchema<Counter>['schema']['~standard']['validate']>,
): ScratchpadSchema<Counter> {
  return {
    schema: { '~standard': { version: 1, vendor: 'by-hand', validate } },
    initial: { count: 0 },
  };
}

test('[PAD-1] the default pad has objective, key facts, decisions, current step and blockers', () => {
  const pad = patchedScratchpad(defaultScratchpad, defaultScratchpad.initial, {
    objective: 'Book a train',
    keyFacts: ['two people'],
  });
  expect(pad).toEqual({
    objective: 'Book a train',
    keyFacts: ['two people'],
    decisions: [],
    currentStep: '',
    blockers: [],
  });
});

test('[PAD-1] a patch leaves the old pad as it was', () => {
  const { initial } = defaultScratchpad;
  patchedScratchpad(defaultScratchpad, initial, { objective: 'x' });
  expect(initial.objective).toBe('');
});

test.each([
  [null],
  [undefined],
  [5],
  ['text'],
  [['objective']],
  [new Date(0)],
  [Promise.resolve({ objective: 'x' })],
  [new Map([['objective', 'x']])],
])('[PAD-2] %j is no change, and is refused in words', (given) => {
  const { initial } = defaultScratchpad;
  // A caller without types may give anything.
  const change = given as Partial<typeof initial>;
  expect(() => patchedScratchpad(defaultScratchpad, initial, change)).toThrow(
    'a change must be an object of fields',
  );
});

test('[PAD-1] every field at fault is named, and the old pad stays', () => {
  const patch = { keyFacts: ['fine', 5], objective: undefined } as never;
  const refused = refusalOf(() =>
    patchedScratchpad(defaultScratchpad, defaultScratchpad.initial, patch),
  );
  expect(refused.issues).toEqual([
    expect.stringMatching(/^objective: /),
    expect.stringMatching(/^keyFacts\.1: /),
  ]);
  expect(refused.message).toMatch(/^Scratchpad refused, the old one stays: objective: /);
});

test('[PAD-1] a field that the schema does not know is refused', () => {
  const refused = refusalOf(() =>
    patchedScratchpad(defaultScratchpad, defaultScratchpad.initial, { mood: 'good' } as never),
  );
  expect(refused.issues[0]).toMatch(/^mood: /);
});

test('[PAD-1] a schema of the caller decides the shape, and may change values', () => {
  const trimmed = v.object({ title: v.pipe(v.string(), v.trim()) });
  const definition = { schema: trimmed, initial: { title: '' } };
  expect(patchedScratchpad(definition, definition.initial, { title: ' Trip ' })).toEqual({
    title: 'Trip',
  });
});

test('[PAD-1] a fault that a schema of the caller finds is named by its path', () => {
  const schema = v.object({ trip: v.object({ stops: v.array(v.string('must be text')) }) });
  const definition = { schema, initial: { trip: { stops: [] } } };
  const patch = { trip: { stops: ['Łódź', 5] } } as never;
  const refused = refusalOf(() => patchedScratchpad(definition, definition.initial, patch));
  expect(refused.issues).toEqual(['trip.stops.1: must be text']);
});

test('[PAD-1] a schema written by hand serves as well', () => {
  const definition = aSchema((value) => {
    const { count } = value as Counter;
    return count >= 0
      ? { value: { count } }
      : { issues: [{ message: 'below zero', path: ['count'] }, { message: 'and no good' }] };
  });
  expect(checkedScratchpad(definition, { count: 3 })).toEqual({ count: 3 });
  expect(refusalOf(() => checkedScratchpad(definition, { count: -1 })).issues).toEqual([
    'count: below zero',
    'scratchpad: and no good',
  ]);
});

test('[PAD-1] paths of objects with keys are read too', () => {
  const definition = aSchema(() => ({
    issues: [{ message: 'no', path: [{ key: 'items' }, { key: 2 }] }],
  }));
  expect(refusalOf(() => checkedScratchpad(definition, {})).issues).toEqual(['items.2: no']);
});

test('[PAD-1] a schema that answers later is refused: a patch is checked at once', () => {
  const definition = aSchema((value) => Promise.resolve({ value: value as Counter }));
  expect(refusalOf(() => checkedScratchpad(definition, { count: 1 })).message).toContain(
    'the schema must answer synchronously',
  );
});

function refusalOf(act: () => unknown): InvalidScratchpadError {
  try {
    act();
  } catch (error) {
    if (error instanceof InvalidScratchpadError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

test('[PAD-2] a change that cannot be read is refused in words', () => {
  const ownKeys = () => {
    throw new Error('revoked');
  };
  const { initial } = defaultScratchpad;
  const change = new Proxy({}, { ownKeys });
  const refused = refusalOf(() => patchedScratchpad(defaultScratchpad, initial, change));
  expect(refused.issues).toEqual(['a change must be an object of fields that can be read']);
});
