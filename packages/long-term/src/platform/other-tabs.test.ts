import { afterEach, expect, test, vi } from 'vitest';
import { otherTabs } from '../memory/indexed-records.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const throwing = () => {
  throw new DOMException('Denied.', 'SecurityError');
};

test.each<[string, unknown]>([
  [
    'denies channels',
    class {
      constructor() {
        throwing();
      }
    },
  ],
  [
    'posts nothing',
    class {
      postMessage = throwing;
      close = throwing;
    },
  ],
])('[NS-2] where the browser %s nobody is told, and nothing fails', (_browser, channels) => {
  vi.stubGlobal('BroadcastChannel', channels);
  const tabs = otherTabs('indexeddb:one', () => expect.unreachable());
  expect(() => tabs.tell({ recordIds: ['a'] })).not.toThrow();
  expect(() => tabs.close()).not.toThrow();
});
