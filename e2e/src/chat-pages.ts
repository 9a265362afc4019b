import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, defaultClientConditions, preview } from 'vite';
import type { ServerAnswer } from '../../packages/react/src/testing/chat-server.ts';
import { inRepository } from '../../scripts/repository.mjs';

const SOURCE = inRepository('packages', 'react', 'src', 'testing', 'chat-pages');

/** Pages with a chat each, `?chat=AI SDK 6`, on a chat server that a journey tells how to answer. */
export interface ChatPages {
  /** Begins a journey: the server knows nothing of earlier ones. */
  willAnswer(...answers: readonly ServerAnswer[]): Promise<string>;
  /** The bodies of the requests of this journey. */
  requests(): Promise<readonly unknown[]>;
  stop(): Promise<void>;
}

export async function serveChatPages(): Promise<ChatPages> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'agent-memory-chats-'));
  const app = { root: SOURCE, configFile: false, logLevel: 'error' } as const;
  await build({
    ...app,
    resolve: {
      conditions: ['@agent-memory/source', ...defaultClientConditions],
      dedupe: ['react', 'react-dom'],
    },
    build: { outDir, minify: false, chunkSizeWarningLimit: 5_000 },
  });
  // Not earlier: it imports libraries that the runner builds first.
  const { startChatServer } = await import('../../packages/react/src/testing/chat-server.ts');
  const server = await startChatServer();
  let room = server.url;
  const previewed = await preview({
    ...app,
    build: { outDir },
    preview: {
      ...{ host: 'localhost', port: 0 },
      proxy: {
        '/api/chat': { target: server.url, rewrite: () => new URL(`${room}/chat`).pathname },
      },
    },
  });
  const address = previewed.resolvedUrls?.local[0];
  if (address === undefined) throw new Error('The pages are served at no address.');
  return {
    willAnswer: async (...answers) => {
      room = `${server.url}/${randomUUID()}`;
      await fetch(`${room}/script`, { method: 'POST', body: JSON.stringify(answers) });
      return address;
    },
    requests: async () => (await (await fetch(`${room}/requests`)).json()) as unknown[],
    stop: async () => {
      await previewed.close();
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
