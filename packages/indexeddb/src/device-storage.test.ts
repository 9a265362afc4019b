import { afterEach, expect, test, vi } from 'vitest';
import { deviceStorage, isPrivateWindow } from './device-storage.ts';

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

test.each<[string, Partial<StorageManager> | undefined, string]>([
  ['is told nothing', undefined, 'unknown'],
  ['was granted it', { persisted: async () => true, getDirectory: given }, 'granted'],
  ['was not', { persisted: async () => false, getDirectory: given }, 'best-effort'],
  ['is denied a file system', { persisted: async () => false, getDirectory: denied }, 'session'],
])(
  '[STO-3] the persistence of a page that %s is what it is',
  async (_page, storage, persistence) => {
    aPageWhere(storage);
    expect(await deviceStorage().persistence()).toBe(persistence);
  },
);

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

test('[STO-3] where the browser says nothing there is no figure, and nothing is granted', async () => {
  for (const storage of [undefined, {}, { estimate: async () => ({}) }]) {
    aPageWhere(storage);
    const { estimate, persist, persisted } = deviceStorage();
    expect(await estimate()).toBeUndefined();
    expect([await persist(), await persisted()]).toEqual([false, false]);
  }
});

test.each<[string, object]>([
  ['throws at the sight of its storage', { get: throwing }],
  ['has null for it', { value: null }],
  ['throws at each question', { value: everyQuestion(throwing) }],
  ['rejects each question, as of a sandboxed frame', { value: everyQuestion(rejecting) }],
])(
  '[STO-3] where the browser %s nothing is granted, and nothing fails',
  async (_browser, storage) => {
    vi.stubGlobal('navigator', Object.defineProperty({}, 'storage', storage));
    const { estimate, persist, persisted, persistence } = deviceStorage();
    expect(await estimate()).toBeUndefined();
    expect([await persist(), await persisted()]).toEqual([false, false]);
    expect(await persistence()).toBe('unknown');
    expect(typeof (await isPrivateWindow())).toBe('boolean');
  },
);

function everyQuestion(answer: () => Promise<never>): object {
  return { estimate: answer, persist: answer, persisted: answer, getDirectory: answer };
}
