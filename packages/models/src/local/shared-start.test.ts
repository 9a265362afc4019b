import { expect, test } from 'vitest';
import { SharedStart } from './engine-holder.ts';

/** Starts that end when the test says so. */
function someStarts() {
  const starts: {
    readonly signal: AbortSignal;
    readonly resolve: (value: string) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  const shared = new SharedStart(
    (signal) =>
      new Promise<string>((resolve, reject) => {
        starts.push({ signal, resolve, reject });
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  return { starts, shared };
}

test('all who come share one start', async () => {
  const { starts, shared } = someStarts();
  const both = [shared.join(), shared.join()];
  starts[0]?.resolve('here');
  expect(await Promise.all(both)).toEqual(['here', 'here']);
  expect(await shared.join()).toBe('here');
  expect(starts).toHaveLength(1);
});

test('it is ended when the last one has gone, and not before', async () => {
  const { starts, shared } = someStarts();
  const [first, second] = [new AbortController(), new AbortController()];
  const calls = [shared.join(first.signal), shared.join(second.signal)].map((call) =>
    call.catch((error: unknown) => error),
  );
  first.abort('one');
  expect(await calls[0]).toBe('one');
  expect(starts[0]?.signal.aborted).toBe(false);
  second.abort('two');
  expect(await calls[1]).toBe('two');
  expect(starts[0]?.signal.aborted).toBe(true);
});

test('a start that failed is forgotten before those who waited hear of it', async () => {
  const { starts, shared } = someStarts();
  const again = [shared.join(), shared.join()].map((call) => call.catch(() => shared.join()));
  starts[0]?.reject(new Error('no'));
  await new Promise((resolve) => setImmediate(resolve));
  starts[1]?.resolve('here');
  expect(await Promise.all(again)).toEqual(['here', 'here']);
  expect(starts).toHaveLength(2);
});

test('an abort after it has started changes nothing', async () => {
  const { starts, shared } = someStarts();
  const controller = new AbortController();
  const call = shared.join(controller.signal);
  starts[0]?.resolve('here');
  await call;
  controller.abort();
  expect(await shared.join()).toBe('here');
  expect(starts[0]?.signal.aborted).toBe(false);
});
