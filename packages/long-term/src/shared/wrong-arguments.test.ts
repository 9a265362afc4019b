import { expect, test } from 'vitest';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { expectRefused, NO_OBJECT, type WrongCall } from '../testing/wrong-arguments.ts';
import { createSharedSpace } from './shared-space.ts';
import { sharedTools } from './shared-tools.ts';

const KEYS: readonly unknown[] = [undefined, null, '', ' ', 7, {}, 'k'.repeat(151)];

function aSpace() {
  const memory = createLongTermMemory({ agent: 'planner', sweepEveryMs: 0 });
  return { memory, space: createSharedSpace(memory, { agent: 'planner' }) };
}

test('[OBS-3] [NS-1] wrong arguments of a shared space are refused in words, and nothing is shared', async () => {
  const { space } = aSpace();
  const noDraft = NO_OBJECT.map((draft): WrongCall => ['write', ['k', draft], /write\.draft/]);
  await expectRefused(space, [
    ...KEYS.map((key): WrongCall => ['write', [key, { text: 'x' }], /key/]),
    ...KEYS.map((key): WrongCall => ['withdraw', [key], /key/]),
    ...KEYS.map((task): WrongCall => ['blackboard', [task], /task/]),
    ['blackboard', ['a:b'], /task.*":"/],
    ...noDraft,
    ['write', ['k'], /write\.draft.*undefined/],
    ['write', ['k', { txt: 'x' }], /`txt`.*text/],
    ['write', ['k', { text: 'x', pinned: true }], /`pinned`/],
    ['write', ['k', { text: 'x' }, null], /store.*null/],
    ['write', ['k', { text: 'x' }, { sginal: 1 }], /`sginal`.*signal/],
    ...NO_OBJECT.map((place): WrongCall => ['read', [place], /read/]),
    ['read', [{ key: 'k' }], /read\.agent/],
    ['read', [{ agent: 'planner' }], /read\.key/],
    ['read', [{ agent: 'planner', key: 'k', namespace: 'x' }], /`namespace`/],
    ...NO_OBJECT.map((options): WrongCall => ['entries', [options], /entries/]),
    ...NO_OBJECT.map((options): WrongCall => ['keys', [options], /entries/]),
    ['entries', [{ agent: '' }], /entries\.agent/],
    ['entries', [{ agents: ['planner'] }], /`agents`.*agent/],
  ]);
  await expectRefused(space.blackboard('trip'), [
    ...KEYS.map((part): WrongCall => ['write', [part, { text: 'x' }], /part/]),
    ['write', ['k', null], /write\.draft/],
    ['entries', [null], /entries/],
    ['clear', [7], /entries/],
  ]);
  expect(await space.entries()).toEqual([]);
});

test('[LTM-4] a value that JSON cannot hold is refused by the write policy, in words', async () => {
  const { space } = aSpace();
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  for (const value of [cyclic, () => 1, Symbol('x'), 7n, Number.NaN]) {
    const outcome: unknown = await Reflect.apply(space.write, space, ['k', { value }]);
    expect(outcome).toMatchObject({
      kind: 'refused',
      refusal: { rule: 'INVALID_FIELD', sentence: expect.stringContaining('value') },
    });
  }
  expect(await space.entries()).toEqual([]);
});

test('[OBS-3] wrong arguments are refused when a space or its tools are made', async () => {
  const { memory, space } = aSpace();
  await expectRefused({ createSharedSpace, sharedTools }, [
    ...[undefined, ...NO_OBJECT].map(
      (given): WrongCall => ['createSharedSpace', [given, { agent: 'planner' }], /memory/],
    ),
    ...[undefined, ...NO_OBJECT].map(
      (options): WrongCall => ['createSharedSpace', [memory, options], /createSharedSpace/],
    ),
    ...[undefined, null, '', ' ', 7, {}, 'a:b'].map(
      (agent): WrongCall => ['createSharedSpace', [memory, { agent }], /agent/],
    ),
    ['createSharedSpace', [memory, { agnt: 'planner' }], /`agnt`.*agent/],
    ...[undefined, ...NO_OBJECT].map((given): WrongCall => ['sharedTools', [given], /space/]),
    ['sharedTools', [space, { strikt: true }], /`strikt`.*strict/],
    ['sharedTools', [space, { strict: 1 }], /strict/],
  ]);
});
