import { expect, test } from 'vitest';
import {
  aConnection,
  answering,
  failing,
  hanging,
  opaque,
} from '../testing/scripted-connection.ts';
import { diagnoseConnection } from './ask-server.ts';

const LOCAL = 'http://localhost:11434/v1';

async function why(address: string, connection: ReturnType<typeof aConnection>): Promise<string> {
  const { signal } = new AbortController();
  return (await diagnoseConnection(address, connection, signal)).kind;
}

test('an address that answers to nobody is unreachable', async () => {
  expect(await why(LOCAL, aConnection([failing, failing]))).toBe('unreachable');
});

test('a server that answers and may not be read does not allow this page', async () => {
  const connection = aConnection([failing, opaque]);
  expect(await why(LOCAL, connection)).toBe('cors');
  expect(connection.seen.map(({ request }) => request.mode)).toEqual([undefined, 'no-cors']);
});

test('outside of a page there is no CORS: the request was lost', async () => {
  expect(await why(LOCAL, aConnection([failing, opaque], { pageOrigin: null }))).toBe(
    'request-lost',
  );
});

test('a server that can be read, whatever it says, is there: the request itself got nowhere', async () => {
  expect(await why(LOCAL, aConnection([answering('', { status: 401 })]))).toBe('request-lost');
});

test('a redirect is told, whether the platform hides its status or not', async () => {
  const hidden = Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });
  expect(await why(LOCAL, aConnection([() => hidden]))).toBe('redirected');
  const shown = answering(null, { status: 307 });
  expect(await why(LOCAL, aConnection([shown]))).toBe('redirected');
});

test('probes carry no key and nothing of the person, and none that can be read follows a redirect', async () => {
  const connection = aConnection([failing, opaque]);
  await why(LOCAL, connection);
  for (const { url, request } of connection.seen) {
    expect(url).toBe(`${LOCAL}/models`);
    expect(request).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
    expect(request.headers).toBeUndefined();
  }
  expect(connection.seen[0]?.request.redirect).toBe('manual');
});

test('a server that does not even answer a probe gives no answer', async () => {
  const connection = aConnection([hanging, hanging]);
  const found = why(LOCAL, connection);
  connection.clock.advance(4_000);
  expect(await found).toBe('no-answer');
});

test('mixed content and an offline device are known without asking', async () => {
  const encrypted = { pageOrigin: 'https://page.example' };
  expect(await why('http://192.168.1.5/v1', aConnection([], encrypted))).toBe('mixed-content');
  const offline = { isOnline: false };
  expect(await why('https://api.example.com/v1', aConnection([], offline))).toBe('offline');
  expect(await why(LOCAL, aConnection([failing, failing], offline))).toBe('unreachable');
});
