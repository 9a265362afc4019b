import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from '@playwright/test';
import { tinyModelFile } from '../../packages/webllm/src/testing/tiny-model.ts';

/** A local server of one GGUF file, of the journey's own. */
export interface ModelServer {
  /** The file's address, under which a page of any origin may read it. */
  readonly address: string;
  /** Methods of the requests so far, in order. */
  readonly methods: readonly string[];
  /** From now on half of the file comes, and the rest never. */
  stall(): void;
  /** From now on the file comes whole. */
  deliver(): void;
  close(): Promise<void>;
}

export async function startModelServer(file: Uint8Array): Promise<ModelServer> {
  const methods: string[] = [];
  let isStalling = false;
  const server = createServer(({ method = '' }, response) => {
    methods.push(method);
    response.writeHead(200, {
      'access-control-allow-origin': '*',
      'content-length': file.length,
    });
    if (method === 'HEAD') response.end();
    else if (isStalling) response.write(file.subarray(0, file.length / 2));
    else response.end(file);
  });
  server.listen(0);
  await once(server, 'listening');
  // A server that listens without a path has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}/tiny-at-an-address.gguf`,
    methods,
    stall: () => {
      isStalling = true;
    },
    deliver: () => {
      isStalling = false;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers in place of the servers of web-llm's list, with the tiny model; returns what was asked of them. */
export async function serveWebLlmModels(context: BrowserContext): Promise<readonly string[]> {
  const asked: string[] = [];
  await context.route(/^https:\/\/(huggingface\.co|raw\.githubusercontent\.com)\//, (route) => {
    const url = route.request().url();
    const name = url.slice(url.lastIndexOf('/') + 1);
    asked.push(name);
    const bytes = tinyModelFile(name.endsWith('.wasm') ? 'lib.wasm' : `resolve/main/${name}`);
    const headers = { 'access-control-allow-origin': '*' };
    if (!bytes) return route.fulfill({ status: 404, headers });
    return route.fulfill({
      body: Buffer.from(bytes),
      headers: { ...headers, 'content-length': String(bytes.length) },
    });
  });
  return asked;
}
