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

/** Stands for the nonce in the built pages; each answer has another one. */
const PLACEHOLDER = 'NONCE-OF-THIS-ANSWER';
const HOST = '127.0.0.1';
const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript'],
  ['.wasm', 'application/wasm'],
]);

/** An app that is served under a content security policy. */
export interface PolicedApp {
  /** Its folder below `e2e`. */
  readonly folder: string;
  readonly pages: readonly string[];
  /** The policy of an answer with this nonce. Every answer has one: a worker obeys that of its script. */
  policy(nonce: string): string;
  /** A file that is not of the build. */
  file?(pathname: string): Uint8Array | undefined;
}

/** Builds an app from the packages' sources, and serves it under its policy; `/` is its `index.html`. */
export async function servePoliced(app: PolicedApp): Promise<ServedApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-memory-policed-'));
  await buildInto(folder, app);
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const content = app.file?.(pathname) ?? (await builtFile(folder, pathname));
    if (content === undefined) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES.get(path.extname(pathname) || '.html');
    const nonce = randomUUID();
    response.writeHead(200, {
      'content-type': type ?? 'application/octet-stream',
      'content-security-policy': app.policy(nonce),
    });
    const isPage = type?.startsWith('text/html');
    response.end(isPage ? content.toString().replaceAll(PLACEHOLDER, nonce) : content);
  });
  // By its number: web-llm keeps no file of localhost.
  server.listen(0, HOST);
  await once(server, 'listening');
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://${HOST}:${port}/`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function buildInto(outDir: string, { folder, pages }: PolicedApp): Promise<void> {
  const root = inRepository('e2e', folder);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    html: { cspNonce: PLACEHOLDER },
    resolve: {
      conditions: ['@agent-memory/source', ...defaultClientConditions],
      dedupe: ['react', 'react-dom'],
    },
    worker: { format: 'es' },
    build: {
      outDir,
      minify: false,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 20_000,
      rolldownOptions: {
        input: pages.map((page) => path.join(root, page)),
        checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
      },
    },
  });
}

async function builtFile(folder: string, pathname: string): Promise<Buffer | undefined> {
  const file = path.join(folder, pathname === '/' ? 'index.html' : pathname);
  return file.startsWith(folder) ? readFile(file).catch(() => undefined) : undefined;
}
