import { createServer } from 'node:net';
import { Refusal } from './say.mjs';

/** How many ports after the wanted one are tried. */
const portsTried = 20;

/**
 * The first free port from a wanted one upwards.
 *
 * @param {number} wantedPort
 * @param {{
 *   isFree?: (port: number) => Promise<boolean>,
 *   onTaken?: (port: number) => void,
 * }} [options] `onTaken` hears of each port that was not free
 */
export async function firstFreePort(wantedPort, { isFree = isPortFree, onTaken } = {}) {
  const lastPort = Math.min(wantedPort + portsTried - 1, 65_535);
  for (let port = wantedPort; port <= lastPort; port += 1) {
    if (await isFree(port)) return port;
    onTaken?.(port);
  }
  throw new Refusal(
    `No port from ${wantedPort} to ${lastPort} is free: choose another one with --port.`,
  );
}

/**
 * Reads a port that a person typed.
 *
 * @param {string} text
 */
export function parsePort(text) {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Refusal(`A port is a whole number from 1 to 65535, and "${text}" is not.`);
}

/** A port that nobody listens on now, chosen by the operating system. @returns {Promise<number>} */
export async function anyFreePort() {
  for (;;) {
    const port = await listenBriefly(0, undefined);
    if (port !== undefined && (await isPortFree(port))) return port;
  }
}

/**
 * A name such as localhost can mean the IPv4 or the IPv6 loopback, so a port counts as free
 * only where nobody listens on either.
 *
 * @param {number} port
 */
export async function isPortFree(port) {
  for (const host of [undefined, '127.0.0.1', '::1']) {
    if ((await listenBriefly(port, host)) === undefined) return false;
  }
  return true;
}

/**
 * Listens and stops at once.
 *
 * @param {number} port
 * @param {string | undefined} host every address when undefined
 * @returns {Promise<number | undefined>} the port listened on, undefined when it was taken
 */
function listenBriefly(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      // A machine without IPv6 has nobody listening on it either.
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(port);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
