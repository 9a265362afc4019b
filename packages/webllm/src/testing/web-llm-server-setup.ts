import type { TestProject } from 'vitest/node';
import { hasTinyModel, NEEDS_TINY_MODEL } from './tiny-model.ts';
import { startWebLlmServer } from './web-llm-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of localhost at which the tiny model is served. */
    webLlmPort: number;
    hasTinyModel: boolean;
    needsTinyModel: string;
  }
}

/** Starts the server that browser tests load the model from, and gives the function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { port, close } = await startWebLlmServer();
  project.provide('webLlmPort', port);
  project.provide('hasTinyModel', hasTinyModel);
  project.provide('needsTinyModel', NEEDS_TINY_MODEL);
  return close;
}
