import { createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { anyFreePort, parsePort, portState, serveOnFirstFree, stateFromError } from './ports.mjs';

const freeExcept =
  (...taken: readonly number[]) =>
  async (port: number) =>
    taken.includes(port) ? 'taken' : 'free';

const served = async (port: number): Promise<string> => `served on ${port}`;

async function listening(port: number, host: string): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}

test('takes the wanted port when it is free', async () => {
  expect(await serveOnFirstFree(4173, served, { stateOf: freeExcept() })).toBe('served on 4173');
});

test('moves on past taken ports and tells each of them', async () => {
  const notFree: unknown[] = [];
  const server = await serveOnFirstFree(4173, served, {
    stateOf: freeExcept(4173, 4174),
    onNotFree: (...each) => notFree.push(each),
  });
  expect(server).toBe('served on 4175');
  expect(notFree).toEqual([
    [4173, 'taken'],
    [4174, 'taken'],
  ]);
});

test('moves on past a port that is taken between the look and the listening', async () => {
  const wanted = await anyFreePort();
  const intruders: Server[] = [];
  const server = await serveOnFirstFree(wanted, async (port) => {
    if (intruders.length === 0) intruders.push(await listening(port, '127.0.0.1'));
    return listening(port, '127.0.0.1');
  });
  const address = server.address();
  expect(typeof address === 'object' && address?.port).toBeGreaterThan(wanted);
  for (const each of [server, ...intruders]) each.close();
});

test('a server that fails on a free port is not tried on another', async () => {
  const ports: number[] = [];
  const failing = async (port: number): Promise<never> => {
    ports.push(port);
    throw new Error('no page was built');
  };
  await expect(serveOnFirstFree(4173, failing, { stateOf: freeExcept() })).rejects.toThrow(
    'no page was built',
  );
  expect(ports).toEqual([4173]);
});

test('refuses with one sentence when no port is free', async () => {
  await expect(serveOnFirstFree(4173, served, { stateOf: async () => 'taken' })).rejects.toThrow(
    'No port from 4173 to 4192 is free: choose another one with --port.',
  );
});

test('says so when there is no right to listen, which is not the same as taken', async () => {
  const notFree: unknown[] = [];
  await expect(
    serveOnFirstFree(80, served, {
      stateOf: async () => 'denied',
      onNotFree: (_, state) => notFree.push(state),
    }),
  ).rejects.toThrow(
    'There is no right to listen on any port from 80 to 99: choose one from 1024 upwards with --port.',
  );
  expect(new Set(notFree)).toEqual(new Set(['denied']));
});

test.each([
  ['EADDRINUSE', 'taken'],
  ['EACCES', 'denied'],
  ['EAFNOSUPPORT', 'free'],
  ['EMFILE', undefined],
])('%s makes a port %s', (code, state) => {
  expect(stateFromError(code)).toBe(state);
});

test('never leaves the range of ports', async () => {
  await expect(serveOnFirstFree(65_530, served, { stateOf: async () => 'taken' })).rejects.toThrow(
    'No port from 65530 to 65535 is free',
  );
});

test('sees that a port of the loopback is taken, and that it is free again', async () => {
  const port = await anyFreePort();
  const server = await listening(port, '127.0.0.1');
  expect(await portState(port)).toBe('taken');
  await new Promise((resolve) => server.close(resolve));
  expect(await portState(port)).toBe('free');
});

test('reads a port', () => {
  expect(parsePort('8080')).toBe(8080);
});

test.each(['', '0', '65536', '80a', '-1', '1.5', 'port'])('refuses %j as a port', (text) => {
  expect(() => parsePort(text)).toThrow(
    `A port is a whole number from 1 to 65535, and "${text}" is not.`,
  );
});
