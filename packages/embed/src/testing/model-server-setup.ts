import type { TestProject } from 'vitest/node';
import { startModelServer } from './model-server.ts';
import { hasModel, NEEDS_MODEL } from './shared-model.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the server of the model listens. */
    modelServerUrl: string;
    hasModel: boolean;
    needsModel: string;
  }
}

/** Starts the server that browser tests load models from, and gives the function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startModelServer();
  project.provide('modelServerUrl', server.url);
  project.provide('hasModel', hasModel);
  project.provide('needsModel', NEEDS_MODEL);
  return server.close;
}
