import { afterEach, expect, test, vi } from 'vitest';
import type { RecordedSession } from '../session-file/session-file.ts';
import { createOpenedFiles, FILES_KEPT } from './opened-files.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

let databases = 0;
function freshName(): string {
  databases += 1;
  return `opened-files-test-${Date.now()}-${databases}`;
}

function aSession(id: string): RecordedSession {
  const parts = [{ type: 'text', text: `Hello from ${id}` }] as const;
  return { id, title: `${id}.json`, messages: [{ role: 'user', parts }] };
}

test('a file that was opened is found again by another page', async () => {
  const name = freshName();
  await createOpenedFiles(name).keep('a', aSession('a'));
  const later = createOpenedFiles(name);
  expect(await later.list()).toEqual([{ id: 'a', title: 'a.json' }]);
  expect(await later.load('a')).toEqual(aSession('a'));
  expect(await later.load('b')).toBeUndefined();
});

async function keepAll(name: string, ids: readonly string[]): Promise<readonly string[]> {
  const files = createOpenedFiles(name);
  const forgotten: string[] = [];
  for (const id of ids) {
    const keeping = await files.keep(id, aSession(id));
    expect(keeping.stored).toBe(true);
    forgotten.push(...keeping.forgotten.map(({ title }) => title));
  }
  return forgotten;
}

function idsOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `file-${index}`);
}

async function listedIds(name: string): Promise<readonly string[]> {
  return (await createOpenedFiles(name).list()).map(({ id }) => id).sort();
}

test('the oldest file is forgotten when there are too many, and named', async () => {
  const name = freshName();
  let nowMs = 1_000;
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs++);
  const ids = idsOf(FILES_KEPT + 1);
  expect(await keepAll(name, ids)).toEqual(['file-0.json']);
  expect(await listedIds(name)).toEqual(ids.slice(1));
});

test('a file is never forgotten for itself, however quickly it follows the others', async () => {
  const name = freshName();
  vi.spyOn(Date, 'now').mockReturnValue(1_000);
  await keepAll(name, [...idsOf(FILES_KEPT), 'a-newest']);
  expect(await listedIds(name)).toContain('a-newest');
});

test('a file that the disk has no room for is not called stored, and no older one goes for it', async () => {
  const name = freshName();
  const ids = idsOf(FILES_KEPT);
  await keepAll(name, ids);
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...record
  ) {
    const request = put.apply(this, record);
    this.transaction.abort();
    return request;
  });
  const files = createOpenedFiles(name);
  expect(await files.keep('late', aSession('late'))).toEqual({ stored: false, forgotten: [] });
  expect(await files.load('late')).toEqual(aSession('late'));
  expect(await listedIds(name)).toEqual(ids);
});

test('works for the page where the browser gives no database', async () => {
  // No name of a database may be made of an object that refuses to become text.
  const denied = {
    toString: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  const files = createOpenedFiles(denied as unknown as string);
  expect(await files.keep('a', aSession('a'))).toEqual({ stored: false, forgotten: [] });
  expect(await files.load('a')).toEqual(aSession('a'));
  expect(await files.list()).toHaveLength(1);
});
