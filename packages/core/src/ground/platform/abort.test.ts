import { expect, test } from 'vitest';
import { aSimulatedAbort } from '../../testing/simulated-abort.ts';
import { orAbort, throwIfAborted } from './abort.ts';
import { nextTask } from './clock.ts';
import { firstAbort } from './create-abort.ts';

test('[MOD-3] nothing is thrown while nobody aborted', () => {
  expect(() => throwIfAborted(undefined)).not.toThrow();
  expect(() => throwIfAborted(aSimulatedAbort().signal)).not.toThrow();
});

test('[MOD-3] the reason that was given is thrown, or one that says what happened', () => {
  const { signal, abort } = aSimulatedAbort();
  const reason = new Error('The user went away.');
  abort(reason);
  expect(() => throwIfAborted(signal)).toThrow(reason);
  const silent = aSimulatedAbort();
  silent.abort(undefined);
  expect(() => throwIfAborted(silent.signal)).toThrow('The operation was aborted.');
});

test('[MOD-3] a real AbortSignal fits', async () => {
  const controller = new AbortController();
  const waiting = orAbort(new Promise(() => undefined), controller.signal);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

test('[MOD-3] without a signal, or when it stays quiet, the outcome is the promise’s own', async () => {
  const { signal } = aSimulatedAbort();
  const promise = Promise.resolve(5);
  expect(orAbort(promise, undefined)).toBe(promise);
  await expect(orAbort(promise, signal)).resolves.toBe(5);
  await expect(orAbort(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
});

test('[MOD-3] an abort ends the wait of a promise that never settles', async () => {
  const { signal, abort } = aSimulatedAbort();
  const waiting = orAbort(new Promise(() => undefined), signal);
  abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

test('[MOD-3] a promise that fails after an abort does so quietly', async () => {
  const { signal, abort } = aSimulatedAbort();
  abort(new Error('enough'));
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', note);
  let fail: (error: Error) => void = () => undefined;
  const late = new Promise<never>((_, reject) => {
    fail = reject;
  });
  await expect(orAbort(late, signal)).rejects.toThrow('enough');
  fail(new Error('late'));
  await nextTask();
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('[MOD-3] no listener stays behind when the promise has settled', async () => {
  const listeners = new Set<() => void>();
  const signal = {
    aborted: false,
    addEventListener: (_: 'abort', listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: 'abort', listener: () => void) => void listeners.delete(listener),
  };
  await orAbort(Promise.resolve(), signal);
  await Promise.resolve();
  expect(listeners.size).toBe(0);
});

test('[MOD-3] the first of two signals aborts, and none of them keeps a listener', () => {
  const lasting = new AbortController();
  const listeners = new Set<() => void>();
  const signal = {
    aborted: false,
    addEventListener: (_: 'abort', listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: 'abort', listener: () => void) => void listeners.delete(listener),
  };
  const first = firstAbort(lasting.signal, signal);
  expect(listeners.size).toBe(1);
  lasting.abort(new Error('enough'));
  expect(first.signal).toMatchObject({ aborted: true, reason: new Error('enough') });
  first.stop();
  expect(listeners.size).toBe(0);
});
