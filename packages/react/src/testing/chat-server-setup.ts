import type { TestProject } from 'vitest/node';
import { startChatServer } from './chat-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the chat server of this run listens. */
    chatServerUrl: string;
  }
}

/** Starts the chat server that browser tests talk to, and gives the function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startChatServer();
  project.provide('chatServerUrl', server.url);
  return server.close;
}
