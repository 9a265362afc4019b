// @ts-check
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { bundleCode } from '../../../scripts/bundle-code.mjs';
import { patience } from '../../../scripts/patience.mjs';
import { PageLink } from './page-link.mjs';
import { within } from './within.mjs';

/**
 * Pages of one origin, each with a module of ours in it that is called from here.
 *
 * @typedef {object} ServedPage
 * @property {string} origin
 * @property {(tab: string) => string} address where a browser finds the page; each opening has a name of its own
 * @property {(tab: string) => Promise<PageLink>} page the page of that name, once it is there
 * @property {() => void} close
 */

const CONNECTOR = fileURLToPath(new URL('../page/answer-calls.mjs', import.meta.url));
/** @see https://www.rfc-editor.org/rfc/rfc6455#section-1.3 */
const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/**
 * Serves a page whose module's exported functions can be called over a WebSocket. It needs no driver,
 * so any browser that is given the address will do.
 *
 * @param {URL} module the file of the page's module
 * @returns {Promise<ServedPage>}
 */
export async function servePage(module) {
  const bundle = await bundleCode({ folder: 'e2e', code: entryOf(fileURLToPath(module)) });
  const files = new Map(bundle.map((file) => [`/${file.fileName}`, file.code]));
  const entry = bundle.find(({ isEntry }) => isEntry)?.fileName;
  const html = `<!doctype html><meta charset="utf-8"><title>chaos</title><link rel="icon" href="data:,"><script type="module" src="/${entry}"></script>`;
  const server = createServer((request, response) => {
    const script = files.get(request.url ?? '/');
    const type = script === undefined ? 'text/html' : 'text/javascript';
    response
      .writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
      .end(script ?? html);
  });
  const meetings = new Meetings();
  server.on('upgrade', (request, socket) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    socket.write(acceptance(request.headers['sec-websocket-key'] ?? ''));
    meetings.arrived(searchParams.get('tab') ?? '', new PageLink(socket));
  });
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(undefined)));
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('The page has no port.');
  const origin = `http://localhost:${listening.port}`;
  return {
    origin,
    address: (tab) => `${origin}/?tab=${encodeURIComponent(tab)}`,
    page: (tab) => meetings.awaited(tab),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param {string} file */
function entryOf(file) {
  return `
    import * as functions from ${JSON.stringify(file)};
    import { answerCalls } from ${JSON.stringify(CONNECTOR)};
    answerCalls(functions);`;
}

/** @param {string} key */
function acceptance(key) {
  const accept = createHash('sha1')
    .update(key + HANDSHAKE)
    .digest('base64');
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
}

/** Matches arriving pages with those who wait for them, in either order. */
class Meetings {
  /** @type {Map<string, { link: Promise<PageLink>, arrive: (link: PageLink) => void }>} */
  #meetings = new Map();

  /**
   * @param {string} tab
   * @param {PageLink} link
   */
  arrived(tab, link) {
    this.#of(tab).arrive(link);
  }

  /** @param {string} tab */
  awaited(tab) {
    return within(this.#of(tab).link, patience.waitMs, `No browser opened the page "${tab}"`);
  }

  /** @param {string} tab */
  #of(tab) {
    const known = this.#meetings.get(tab);
    if (known) return known;
    /** @type {(link: PageLink) => void} */
    let arrive = () => undefined;
    /** @type {Promise<PageLink>} */
    const link = new Promise((resolve) => {
      arrive = resolve;
    });
    const meeting = { link, arrive };
    this.#meetings.set(tab, meeting);
    return meeting;
  }
}
