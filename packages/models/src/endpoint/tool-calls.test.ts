import { expect, test } from 'vitest';
import { type DraftCall, finishedCalls, withCallPieces } from './tool-calls.ts';

/** The calls that these pieces make, each list as one chunk has it. */
function calls(...chunks: readonly unknown[]) {
  const drafts = chunks.reduce<readonly DraftCall[]>(withCallPieces, []);
  return finishedCalls(drafts).map(({ id, function: called }) => [
    id,
    called.name,
    called.arguments,
  ]);
}

test('[MOD-1] a call in pieces is put together, and two at once are kept apart', () => {
  expect(
    calls(
      [{ index: 0, id: 'a', type: 'function', function: { name: 'seat', arguments: '' } }],
      [{ index: 1, id: 'b', type: 'function', function: { name: 'gate', arguments: '' } }],
      [{ index: 0, function: { arguments: '{"row"' } }],
      [{ index: 1, function: { arguments: '{}' } }],
      [{ index: 0, function: { arguments: ':14}' } }],
    ),
  ).toEqual([
    ['a', 'seat', '{"row":14}'],
    ['b', 'gate', '{}'],
  ]);
});

test('[MOD-1] without an index a piece belongs to the call with its id, else to the newest', () => {
  expect(
    calls(
      [{ id: 'a', function: { name: 'seat', arguments: '{"row"' } }],
      [{ function: { arguments: ':14}' } }],
      [{ id: 'b', function: { name: 'gate', arguments: '{' } }],
      [{ id: 'b', function: { arguments: '}' } }],
    ),
  ).toEqual([
    ['a', 'seat', '{"row":14}'],
    ['b', 'gate', '{}'],
  ]);
});

test('[MOD-1] whole calls without index and id are calls of their own, and go by their tools', () => {
  const made = calls(
    [{ function: { name: 'seat', arguments: '{"row":14}' } }],
    [{ function: { name: 'gate', arguments: { hall: 2 } } }],
    [{ function: { name: 'seat', arguments: '{}' } }],
  );
  expect(made).toEqual([
    ['seat', 'seat', '{"row":14}'],
    ['gate', 'gate', '{"hall":2}'],
    ['seat_2', 'seat', '{}'],
  ]);
});

test('[MOD-1] a server that gives each call the index 0 tells them apart by id', () => {
  expect(
    calls(
      [{ index: 0, id: 'a', function: { name: 'seat', arguments: '{}' } }],
      [{ index: 0, id: 'b', function: { name: 'gate', arguments: '{}' } }],
    ),
  ).toEqual([
    ['a', 'seat', '{}'],
    ['b', 'gate', '{}'],
  ]);
});

test('[MOD-1] id and name that are repeated with each piece are there once', () => {
  expect(
    calls(
      [{ index: 0, id: 'a', function: { name: 'seat', arguments: '{"row"' } }],
      [{ index: 0, id: 'a', function: { name: 'seat', arguments: ':14}' } }],
    ),
  ).toEqual([['a', 'seat', '{"row":14}']]);
});

test('[MOD-1] name and id may come late and in pieces', () => {
  expect(
    calls(
      [{ index: 0, function: { name: 'book_' } }],
      [{ index: 0, id: 'a', function: { name: 'seat' } }],
      [{ index: 0, id: '', function: { name: '', arguments: '{}' } }],
    ),
  ).toEqual([['a', 'book_seat', '{}']]);
  expect(calls([{ function: { name: 'seat' } }], [{ id: 'a', function: {} }])).toEqual([
    ['a', 'seat', '{}'],
  ]);
});

test('[MOD-1] a call without arguments has those of an empty object', () => {
  expect(calls([{ index: 0, id: 'a', function: { name: 'seat' } }])).toEqual([['a', 'seat', '{}']]);
});

test.each([
  'none',
  [null, 7, 'call'],
  [{ index: 0, id: 'a' }],
  [{ index: '0', id: 3, function: { name: {}, arguments: [] } }],
  [{ function: 'seat' }],
])('[MOD-1] %j is no call', (pieces) => {
  expect(calls(pieces)).toEqual([]);
});

test('[MOD-1] a server that sends calls without end is not followed', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => ({
    index,
    id: `id-${index}`,
    function: { name: 'seat' },
  }));
  expect(calls(many)).toHaveLength(256);
});
