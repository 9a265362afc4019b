import { afterEach, expect, test, vi } from 'vitest';
import { openTabChannel } from './tab-channel.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('[NS-2] others on a channel hear what is told, until it is closed', async () => {
  const heard: unknown[] = [];
  const other = openTabChannel('one', (message) => heard.push(message));
  const channel = openTabChannel('one', () => expect.unreachable());
  channel?.tell({ recordIds: ['a'] });
  await expect.poll(() => heard).toEqual([{ recordIds: ['a'] }]);
  channel?.close();
  channel?.close();
  channel?.tell('too late');
  other?.close();
});

test.each<[string, unknown]>([
  ['lacks channels', undefined],
  ['has null for them', null],
  [
    'denies them',
    class {
      constructor() {
        throw new DOMException('Denied.', 'SecurityError');
      }
    },
  ],
])('[NS-2] where the platform %s there is no channel', (_platform, channels) => {
  vi.stubGlobal('BroadcastChannel', channels);
  expect(openTabChannel('one', () => undefined)).toBeUndefined();
});

test('[NS-2] what a channel does not post reaches nobody, and fails nothing', () => {
  const throwing = () => {
    throw new DOMException('Closed.', 'InvalidStateError');
  };
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = throwing;
      close = throwing;
    },
  );
  const channel = openTabChannel('one', () => undefined);
  channel?.tell('anything');
  channel?.close();
  expect(channel).toBeDefined();
});
