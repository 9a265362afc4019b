import { expect, test } from 'vitest';
import { listModels, readModels } from './list-models.ts';
import { aConnection, answering, failing } from './scripted-connection.ts';

const SERVER = { address: 'http://localhost:11434/v1', key: undefined };
const { signal } = new AbortController();

test('names come in order, each once', () => {
  const data = [{ id: 'b' }, { id: 'a' }, { id: 'b' }, { name: 'c' }, 7];
  expect(readModels(JSON.stringify({ object: 'list', data }))).toEqual({
    kind: 'list',
    ids: ['a', 'b'],
  });
});

test.each(['{"data":[]}', '{"data":null}', 'ok', '{}'])('%s is no list', (body) => {
  expect(readModels(body)).toEqual({ kind: 'no-list' });
});

test('a web page says that the address is wrong', () => {
  expect(readModels('<!doctype html>')).toMatchObject({ failure: { kind: 'unreadable' } });
});

test('a server without a list is connected all the same', async () => {
  const connection = aConnection([answering('404 page not found', { status: 404 })]);
  expect(await listModels(SERVER, connection, signal)).toEqual({ kind: 'no-list' });
});

test('the key goes in the header alone, and is taken out of what the server says', async () => {
  const body = JSON.stringify({ error: { message: 'wrong key sk-1' } });
  const connection = aConnection([answering(body, { status: 401 })]);
  const models = await listModels({ ...SERVER, key: 'sk-1' }, connection, signal);
  expect(models).toEqual({
    kind: 'failed',
    failure: { kind: 'key', status: 401, said: 'wrong key •••' },
  });
  const [seen] = connection.seen;
  expect(seen?.request.headers).toEqual({ authorization: 'Bearer sk-1' });
  expect(seen?.url).not.toContain('sk-1');
});

test('a server that cannot be reached says so', async () => {
  const connection = aConnection([failing, failing]);
  expect(await listModels(SERVER, connection, signal)).toEqual({
    kind: 'failed',
    failure: { kind: 'unreachable' },
  });
});
