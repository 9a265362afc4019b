import { createServer } from 'node:net';
import { Refusal } from './say.mjs';

/** How many ports after the wanted one are tried. */
const portsTried = 20;

/**
 * The state of a port: `denied` is one that this account may not listen on.
 *
 * @typedef {'free' | 'taken' | 'denied'} PortState
 */

/**
 * Serves on the first port that can be had, from a wanted one upwards.
 *
 * @template Server
 * @param {number} wantedPort
 * @param {(port: number) => Promise<Server>} serve may find that the port was taken since it was
 *   looked at: the next one is tried then, as for any other port that is not free
 * @param {{
 *   stateOf?: (port: number) => Promise<PortState>,
 *   onNotFree?: (port: number, state: Exclude<PortState, 'free'>) => void,
 * }} [options] `onNotFree` hears of each port that could not be had
 * @returns {Promise<Server>}
 */
export async function serveOnFirstFree(wantedPort, serve, { stateOf = portState, onNotFree } = {}) {
  const lastPort = Math.min(wantedPort + portsTried - 1, 65_535);
  let isAlwaysDenied = true;
  for (let port = wantedPort; port <= lastPort; port += 1) {
    const attempt = await serveWhereFree(port, serve, stateOf);
    if (attempt.state === 'free') return attempt.server;
    onNotFree?.(port, attempt.state);
    isAlwaysDenied &&= attempt.state === 'denied';
  }
  const range = `from ${wantedPort} to ${lastPort}`;
  throw new Refusal(
    isAlwaysDenied
      ? `There is no right to listen on any port ${range}: choose one from 1024 upwards with --port.`
      : `No port ${range} is free: choose another one with --port.`,
  );
}

/**
 * @template Server
 * @param {number} port
 * @param {(port: number) => Promise<Server>} serve
 * @param {(port: number) => Promise<PortState>} stateOf
 * @returns {Promise<{ state: 'free', server: Server } | { state: 'taken' | 'denied' }>}
 */
async function serveWhereFree(port, serve, stateOf) {
  const state = await stateOf(port);
  if (state !== 'free') return { state };
  try {
    return { state, server: await serve(port) };
  } catch (error) {
    // Vite words the error of a taken port itself and leaves its code out, so the port is asked.
    const stateNow = await stateOf(port);
    if (stateNow === 'free') throw error;
    return { state: stateNow };
  }
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
    const { port } = await listenBriefly(0, undefined);
    if ((await portState(port)) === 'free') return port;
  }
}

/**
 * A name such as localhost can mean the IPv4 or the IPv6 loopback, so a port counts as free
 * only where nobody listens on either.
 *
 * @param {number} port
 * @returns {Promise<PortState>}
 */
export async function portState(port) {
  for (const host of [undefined, '127.0.0.1', '::1']) {
    const { state } = await listenBriefly(port, host);
    if (state !== 'free') return state;
  }
  return 'free';
}

/**
 * Reads the state of a port from an error of listening; `undefined` when it says nothing about it.
 *
 * @param {string | undefined} code
 * @returns {PortState | undefined}
 */
export function stateFromError(code) {
  switch (code) {
    case 'EADDRINUSE':
      return 'taken';
    case 'EACCES':
      return 'denied';
    // A machine without IPv6 has nobody listening on it either.
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
      return 'free';
    default:
      return undefined;
  }
}

/**
 * Listens and stops at once.
 *
 * @param {number} port
 * @param {string | undefined} host every address when undefined
 * @returns {Promise<{ state: PortState, port: number }>} the port listened on; the one that was
 *   asked for where that could not be done
 */
function listenBriefly(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const state = stateFromError(error.code);
      if (state === undefined) reject(error);
      else resolve({ state, port });
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const listened = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve({ state: 'free', port: listened }));
    });
  });
}
