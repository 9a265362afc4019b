import type { TestProject } from 'vitest/node';
import { startGgufServer } from './gguf-server.ts';
import { hasRealModel, NEEDS_REAL_MODEL } from './real-model.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the server of GGUF files listens. */
    ggufServerUrl: string;
    hasRealGguf: boolean;
    needsRealGguf: string;
  }
}

/** Starts the server that browser tests load models from, and gives the function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startGgufServer();
  project.provide('ggufServerUrl', server.url);
  project.provide('hasRealGguf', hasRealModel);
  project.provide('needsRealGguf', NEEDS_REAL_MODEL);
  return server.close;
}
