import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, defaultClientConditions } from 'vite';
import { inRepository } from '../../scripts/repository.mjs';
import type { ServedApp } from './served-app.ts';

const SOURCE = inRepository('e2e', 'hosts-app');
/** Stands for the nonce in the built pages; each answer has another one. */
const PLACEHOLDER = 'NONCE-OF-THIS-ANSWER';
const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript'],
]);

/** The policy of a careful app: no source of anything but scripts and styles with the nonce of this answer. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    // The icons of the pages.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/**
 * Builds an app with `<MemoryDevtools>` and its page of the devtools, and serves both under a strict policy:
 * `/` (`?embedded`: with the panel in the page), and `/devtools.html`.
 */
export async function serveHostsApp(): Promise<ServedApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-memory-hosts-'));
  await build({
    root: SOURCE,
    configFile: false,
    logLevel: 'error',
    html: { cspNonce: PLACEHOLDER },
    resolve: {
      conditions: ['@agent-memory/source', ...defaultClientConditions],
      dedupe: ['react', 'react-dom'],
    },
    build: {
      outDir: folder,
      minify: false,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: {
        input: [path.join(SOURCE, 'index.html'), path.join(SOURCE, 'devtools.html')],
        checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
      },
    },
  });
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = path.join(folder, pathname === '/' ? 'index.html' : pathname);
    const type = TYPES.get(path.extname(file));
    const content = type && file.startsWith(folder) ? await readFile(file).catch(none) : undefined;
    if (content === undefined || type === undefined) {
      response.writeHead(404).end();
      return;
    }
    const nonce = randomUUID();
    const isPage = type.startsWith('text/html');
    response.writeHead(200, {
      'content-type': type,
      ...(isPage && { 'content-security-policy': policy(nonce) }),
    });
    response.end(isPage ? content.toString().replaceAll(PLACEHOLDER, nonce) : content);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}/`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function none(): undefined {
  return undefined;
}
