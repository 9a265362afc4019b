import { expect, test } from 'vitest';
import { findOutWhy } from './find-out-why.ts';
import { aConnection, answering, failing, hanging, opaque } from './scripted-connection.ts';

const LOCAL = 'http://localhost:11434/v1';

async function why(address: string, connection: ReturnType<typeof aConnection>): Promise<string> {
  const { signal } = new AbortController();
  return (await findOutWhy(address, connection, signal)).kind;
}

test('what answers to nobody is unreachable', async () => {
  expect(await why(LOCAL, aConnection([failing]))).toBe('unreachable');
});

test('what answers and may not be read does not allow this page', async () => {
  const connection = aConnection([opaque, failing]);
  expect(await why(LOCAL, connection)).toBe('cors');
  expect(connection.seen.map(({ request }) => request.mode)).toEqual(['no-cors', 'cors']);
});

test('what can be read, whatever it says, is there: the request itself got nowhere', async () => {
  expect(await why(LOCAL, aConnection([opaque, answering('', { status: 401 })]))).toBe('dropped');
});

test('probes carry no key and nothing of the person', async () => {
  const connection = aConnection([opaque, failing]);
  await why(LOCAL, connection);
  for (const { url, request } of connection.seen) {
    expect(url).toBe(`${LOCAL}/models`);
    expect(request).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
    expect(request.headers).toBeUndefined();
  }
});

test('a server that does not even answer a probe stays unknown', async () => {
  const connection = aConnection([hanging]);
  const found = why(LOCAL, connection);
  connection.clock.advance(4_000);
  expect(await found).toBe('unknown');
});

test('mixed content and an offline device are known without asking', async () => {
  const encrypted = { pageOrigin: 'https://page.example' };
  expect(await why('http://192.168.1.5/v1', aConnection([], encrypted))).toBe('mixed-content');
  const offline = { isOnline: false };
  expect(await why('https://api.example.com/v1', aConnection([], offline))).toBe('offline');
  expect(await why(LOCAL, aConnection([failing], offline))).toBe('unreachable');
});
