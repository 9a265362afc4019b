import { inMemoryStore } from '@agent-memory/core';
import { aChange, anEntry, someOverlays } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { indexedDbStore } from './indexeddb-store.ts';
import { uncloneableError } from './uncloneable.ts';

const held = (value: unknown) =>
  aChange({
    entries: [anEntry({ message: { role: 'user', parts: [{ type: 'unknown', value }] } })],
  });

test.each<[string, unknown, string]>([
  ['a function', { run: () => 0 }, '.run'],
  ['a symbol', [1, Symbol('s')], '[1]'],
  ['a promise in a map', new Map([['a', Promise.resolve()]]), '.a'],
  ['a weak map in a set', new Set([new WeakMap()]), '.item'],
  ['a function behind what can be stored', { a: /x/, b: [{}, { c: () => 0 }] }, '.b[1].c'],
])('[STO-1] names the place of %s', (_what, value, path) => {
  expect(uncloneableError(held(value))).toMatchObject({
    code: 'INVALID_MESSAGE',
    field: `entries[0].message.parts[0].value${path}`,
  });
});

test('[STO-1] names the place of an element of the page', () => {
  expect(uncloneableError(held({ node: document.body }))?.message).toContain(
    '`entries[0].message.parts[0].value.node` holds a HTMLBodyElement',
  );
});

test('[STO-1] names the place in a part of the change that is neither message nor scratchpad', () => {
  const value = someOverlays({ ranges: [(() => 0) as never] });
  expect(uncloneableError(aChange({ overlays: { value, settingsKey: 'k' } }))).toMatchObject({
    code: 'INVALID_OPTION',
    option: 'overlays.value.ranges[0]',
  });
});

test('[STO-1] finds nothing in a change that can be stored', () => {
  expect(uncloneableError(held({ a: [new Map([[1, new Date()]])] }))).toBeUndefined();
});

test('[STO-1] IndexedDB and memory refuse with the same words', async () => {
  const change = held({ steps: [{ undo: () => 0 }] });
  const store = indexedDbStore({ databaseName: 'agent-memory-test-uncloneable' });
  const messages = await Promise.all(
    [store, inMemoryStore()].map((one) =>
      one.commit('session', change).catch((error: Error) => error.message),
    ),
  );
  await store.close();
  indexedDB.deleteDatabase('agent-memory-test-uncloneable');
  expect(messages[0]).toContain('.steps[0].undo` holds a function, which cannot be stored.');
  expect(messages[1]).toBe(messages[0]);
});
