import { expect, test } from 'vitest';
import { createKeptValue } from '../../settings/kept-value.ts';
import { createShopDesk, isShopTool, parseServed } from './shop-desk.ts';

/** A shop that is no way off, and its notes. */
function aDesk() {
  const kept = new Map<string, string>();
  const storage = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  const served = createKeptValue('shop', parseServed, { storage });
  return { desk: createShopDesk(served, async () => undefined), served };
}

const call = { key: 'assistant#0/call_1', toolName: 'list_orders' } as const;
const { signal } = new AbortController();
const answer = () => ({ orders: ['ZFA04Y'] });

test('notes every call that it serves', async () => {
  const { desk, served } = aDesk();
  const options = { signal, isInDoubt: false };
  expect(await desk.ask(call, answer, options)).toBe('{"orders":["ZFA04Y"]}');
  await desk.ask(call, answer, options);
  expect(served.get()).toEqual([call, call]);
});

test('a call in doubt that came through is answered and not served again; one that did not is served', async () => {
  const { desk, served } = aDesk();
  const options = { signal, isInDoubt: true };
  expect(await desk.ask(call, answer, options)).toBe('{"orders":["ZFA04Y"]}');
  expect(await desk.ask(call, answer, options)).toBe('{"orders":["ZFA04Y"]}');
  expect(served.get()).toEqual([call]);
});

test('a call that is given up on the way there is not served', async () => {
  const { desk, served } = aDesk();
  const ended = AbortSignal.abort(new Error('ended'));
  await expect(desk.ask(call, answer, { signal: ended, isInDoubt: false })).rejects.toThrow(
    'ended',
  );
  expect(served.get()).toEqual([]);
});

test('knows its own tools, and reads no note that it did not write', () => {
  expect(isShopTool('track_parcel')).toBe(true);
  expect(isShopTool('toString')).toBe(false);
  const kept = [
    call,
    null,
    4,
    { key: 7, toolName: 'list_orders' },
    { key: 'a', toolName: 'recall' },
  ];
  expect(parseServed(kept)).toEqual([call]);
  expect(parseServed({ 0: call })).toEqual([]);
});
