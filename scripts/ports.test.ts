import { createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { anyFreePort, firstFreePort, isPortFree, parsePort } from './ports.mjs';

const freeExcept =
  (...taken: readonly number[]) =>
  async (port: number) =>
    !taken.includes(port);

async function listening(port: number, host: string): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}

test('takes the wanted port when it is free', async () => {
  expect(await firstFreePort(4173, { isFree: freeExcept() })).toBe(4173);
});

test('moves on past taken ports and tells each of them', async () => {
  const taken: number[] = [];
  const port = await firstFreePort(4173, {
    isFree: freeExcept(4173, 4174),
    onTaken: (each) => taken.push(each),
  });
  expect(port).toBe(4175);
  expect(taken).toEqual([4173, 4174]);
});

test('refuses with one sentence when no port is free', async () => {
  await expect(firstFreePort(4173, { isFree: async () => false })).rejects.toThrow(
    'No port from 4173 to 4192 is free: choose another one with --port.',
  );
});

test('never leaves the range of ports', async () => {
  await expect(firstFreePort(65_530, { isFree: async () => false })).rejects.toThrow(
    'No port from 65530 to 65535 is free',
  );
});

test('sees that a port of the loopback is taken, and that it is free again', async () => {
  const port = await anyFreePort();
  const server = await listening(port, '127.0.0.1');
  expect(await isPortFree(port)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await isPortFree(port)).toBe(true);
});

test('reads a port', () => {
  expect(parsePort('8080')).toBe(8080);
});

test.each(['', '0', '65536', '80a', '-1', '1.5', 'port'])('refuses %j as a port', (text) => {
  expect(() => parsePort(text)).toThrow(
    `A port is a whole number from 1 to 65535, and "${text}" is not.`,
  );
});
