import { aSimulatedClock } from '@agent-memory/core/testing';
import { expose } from 'comlink';
import { expect, test } from 'vitest';
import type { EngineHost } from './engine-host.ts';
import { WorkerEndedError } from './engine-host.ts';
import { createLocalHost } from './local-host.ts';
import { createWorkerHost } from './worker-host.ts';

const SETTINGS = { language: 'en', neighbours: undefined };

/** A worker without its thread: the same messages go through a channel. */
async function aWorker(overrides: Partial<EngineHost> = {}) {
  const { port1, port2 } = new MessageChannel();
  expose({ ...createLocalHost(), ...overrides }, port2);
  const worker = Object.assign(port1, { terminate: () => port1.close() });
  const clock = aSimulatedClock();
  const { host, release } = createWorkerHost(() => worker, clock);
  await host.open(SETTINGS, new Map());
  const passSeconds = async (seconds: number) => {
    for (let at = 0; at < seconds; at += 1) {
      clock.advance(1000);
      // Lets an answer come through the channel, where there is one.
      await new Promise<void>((resolve) => {
        const { port1: there, port2: back } = new MessageChannel();
        back.onmessage = () => {
          there.close();
          resolve();
        };
        there.postMessage('');
      });
    }
  };
  const end = () => port2.close();
  return { host, release, passSeconds, end };
}

test('[RET-5] an index is open when the end of its worker can be noticed, and not before', async () => {
  const { port1, port2 } = new MessageChannel();
  let hold: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const open = async () => {
    answer();
    return [];
  };
  expose({ open, count: async () => undefined, holdLife: () => held }, port2);
  const worker = Object.assign(port1, { terminate: () => port1.close() });
  const { host, release } = createWorkerHost(() => worker, aSimulatedClock());
  let isOpen = false;
  const opening = host.open(SETTINGS, new Map()).then(() => {
    isOpen = true;
  });
  await answered;
  // Its answer comes behind that of the opening.
  await host.count(undefined);
  expect(isOpen).toBe(false);
  hold();
  await opening;
  release();
});

test('[RET-5] an idle worker that answers nothing any more fails what waits for it and what comes', async () => {
  const { host, end, passSeconds } = await aWorker();
  end();
  const added = host.add([{ id: 'a', text: 'boat' }]);
  const failure = expect(added).rejects.toThrow(WorkerEndedError);
  await passSeconds(3);
  await failure;
  await expect(host.takeChanges()).rejects.toThrow('answered nothing for 2 s');
});

test('[RET-5] a worker that has answered since the call came may be silent for longer', async () => {
  let [isAlive, isOver] = [true, false];
  const { host, passSeconds } = await aWorker({
    count: async () => (isAlive ? { documents: 0, withVector: 0 } : new Promise(() => undefined)),
    ids: () => new Promise(() => undefined),
  });
  const ids = host.ids().catch((error: unknown) => {
    isOver = true;
    return error;
  });
  await passSeconds(1);
  isAlive = false;
  await passSeconds(10);
  expect(isOver).toBe(false);
  await passSeconds(1);
  expect(await ids).toBeInstanceOf(WorkerEndedError);
});

test('[RET-5] a call may take minutes while the worker answers in between', async () => {
  let finish = (): void => undefined;
  const { host, release, passSeconds } = await aWorker({
    ids: () =>
      new Promise((resolve) => {
        finish = () => resolve(['a']);
      }),
  });
  const ids = host.ids();
  await passSeconds(120);
  finish();
  expect(await ids).toEqual(['a']);
  release();
});
