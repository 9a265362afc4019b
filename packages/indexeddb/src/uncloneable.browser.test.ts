import { inMemoryStore, type MemoryStore, type SessionChange } from '@agent-memory/core';
import { aChange, anEntry } from '@agent-memory/core/testing';
import { afterEach, expect, test } from 'vitest';
import { indexedDbStore } from './indexeddb-store.ts';

const databaseName = 'agent-memory-test-uncloneable';

afterEach(() => {
  indexedDB.deleteDatabase(databaseName);
});

const held = (value: unknown) =>
  aChange({
    entries: [anEntry({ message: { role: 'user', parts: [{ type: 'unknown', value }] } })],
  });

async function refusal(
  change: SessionChange,
  store: MemoryStore = indexedDbStore({ databaseName }),
) {
  const error = await store.commit('session', change).catch((cause: Error) => cause);
  await store.close();
  return error;
}

test.each<[string, unknown, string]>([
  ['a function', { run: () => 0 }, '.run'],
  ['a symbol', [1, Symbol('s')], '[1]'],
  ['a promise in a map', new Map([['a', Promise.resolve()]]), '.a'],
  ['a weak map in a set', new Set([new WeakMap()]), '.item'],
  ['a function behind what can be stored', { a: /x/, b: [{}, { c: () => 0 }] }, '.b[1].c'],
])('[STO-1] names the place of %s', async (_what, value, path) => {
  expect(await refusal(held(value))).toMatchObject({
    code: 'INVALID_MESSAGE',
    field: `entries[0].message.parts[0].value${path}`,
  });
});

test('[STO-1] names the place of an element of the page', async () => {
  expect(await refusal(held({ node: document.body }))).toHaveProperty(
    'message',
    expect.stringContaining('`entries[0].message.parts[0].value.node` holds a HTMLBodyElement'),
  );
});

test('[STO-1] names the place in a part of the change that is neither message nor scratchpad', async () => {
  const parts = new Map([['steps', [() => 0]]]);
  expect(await refusal(aChange({ parts }))).toMatchObject({
    code: 'INVALID_OPTION',
    option: 'parts.steps[0]',
  });
});

test('[STO-1] takes a change that can be stored', async () => {
  expect(await refusal(held({ a: [new Map([[1, new Date()]])] }))).toBeUndefined();
});

test('[STO-1] IndexedDB and memory refuse with the same words', async () => {
  const change = held({ steps: [{ undo: () => 0 }] });
  const messages = [await refusal(change), await refusal(change, inMemoryStore())];
  expect(messages[0]).toHaveProperty(
    'message',
    expect.stringContaining('.steps[0].undo` holds a function, which cannot be stored.'),
  );
  expect(messages[1]).toEqual(messages[0]);
});
