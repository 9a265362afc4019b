import { afterEach, expect, test, vi } from 'vitest';
import { isPrivateWindow } from './private-window.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const throwing = (): never => {
  throw new TypeError('The operation is not supported.');
};
const rejecting = () => Promise.reject(new TypeError('The operation is not supported.'));

/** A page of a browser that answers so; this test runs in none. */
function aPageWhere(storage: Partial<StorageManager> | undefined): void {
  vi.stubGlobal('navigator', { storage });
}

const denied = async () => {
  throw new DOMException('Security error when calling GetDirectory', 'SecurityError');
};
const given = async () => ({}) as FileSystemDirectoryHandle;

test.each<[string, Partial<StorageManager> | undefined, boolean]>([
  ['is told nothing', undefined, false],
  ['has a file system', { getDirectory: given }, false],
  ['is denied a file system', { getDirectory: denied }, true],
])('[STO-2] a page that %s is taken for what it is', async (_page, storage, isPrivate) => {
  aPageWhere(storage);
  expect(await isPrivateWindow()).toBe(isPrivate);
});

test('[STO-3] Chromium, whose private windows have a file system, is not asked for one', async () => {
  const getDirectory = vi.fn(denied);
  aPageWhere({ getDirectory });
  class OfChromium {
    get dataLoss() {
      return 'none';
    }
  }
  vi.stubGlobal('IDBVersionChangeEvent', OfChromium);
  expect(await isPrivateWindow()).toBe(false);
  expect(getDirectory).not.toHaveBeenCalled();
});

test.each<[string, object]>([
  ['throws at the sight of its storage', { get: throwing }],
  ['has null for it', { value: null }],
  ['throws at each question', { value: everyQuestion(throwing) }],
  ['rejects each question, as of a sandboxed frame', { value: everyQuestion(rejecting) }],
])(
  '[STO-2] where the browser %s the page is taken for no private window, unless it is denied files',
  async (_browser, storage) => {
    vi.stubGlobal('navigator', Object.defineProperty({}, 'storage', storage));
    expect(typeof (await isPrivateWindow())).toBe('boolean');
  },
);

function everyQuestion(answer: () => Promise<never>): object {
  return { getDirectory: answer };
}
