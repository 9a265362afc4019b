import { expect, test } from 'vitest';
import type { RecordedSession } from '../session-file/session-file.ts';
import { createOpenedFiles, FILES_KEPT } from './opened-files.ts';

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

test('the oldest file is forgotten when there are too many, and named', async () => {
  const name = freshName();
  const files = createOpenedFiles(name);
  const ids = Array.from({ length: FILES_KEPT + 1 }, (_, index) => `file-${index}`);
  const forgotten: string[] = [];
  for (const id of ids) forgotten.push(...(await files.keep(id, aSession(id))).forgotten);
  expect(forgotten).toHaveLength(1);
  const kept = (await createOpenedFiles(name).list()).map(({ id }) => id);
  expect([...kept, ...forgotten].sort()).toEqual([...ids].sort());
});

test('works for the page where the browser gives no database', async () => {
  // No name of a database may be made of an object that refuses to become text.
  const denied = {
    toString: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  const files = createOpenedFiles(denied as unknown as string);
  await files.keep('a', aSession('a'));
  expect(await files.load('a')).toEqual(aSession('a'));
  expect(await files.list()).toHaveLength(1);
});
