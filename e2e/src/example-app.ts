import path from 'node:path';
import { buildExample } from '../../scripts/examples.mjs';
import { anyFreePort } from '../../scripts/ports.mjs';
import { inRepository } from '../../scripts/repository.mjs';
import { type ServedApp, type Serving, serveApp, vitePreview } from './served-app.ts';

/** The apps in `examples` that vite builds. */
export const VITE_EXAMPLES = ['fetch', 'ai-sdk', 'assistant-ui'] as const;

/** One of the apps in `examples`; `nextjs-dev` is the one of Next.js as a developer runs it. */
export type ExampleName = (typeof VITE_EXAMPLES)[number] | 'nextjs' | 'nextjs-dev';

/** Apart from what a person builds there, because the address of a model is in it. */
const OUT_DIR = ['--outDir', '.cache/e2e'];

/**
 * Builds and serves an example as its README says.
 *
 * @param endpoint base of the API of its model.
 */
export async function startExample(name: ExampleName, endpoint: string): Promise<ServedApp> {
  const folder = inRepository('examples', name === 'nextjs-dev' ? 'nextjs' : name);
  switch (name) {
    case 'fetch':
    case 'assistant-ui': {
      const buildArguments = [...OUT_DIR, '--emptyOutDir'];
      await buildExample(name, { buildArguments, env: { VITE_ENDPOINT: endpoint } });
      return serveExample(name, folder, endpoint, OUT_DIR);
    }
    case 'ai-sdk':
    case 'nextjs':
      await buildExample(name);
      return serveExample(name, folder, endpoint);
    case 'nextjs-dev':
      return serveExample(name, folder, endpoint);
    default:
      return name satisfies never;
  }
}

/** Serves an example that was built in a folder, with what is installed there. */
export async function serveExample(
  name: ExampleName,
  folder: string,
  endpoint: string,
  previewArguments: readonly string[] = [],
): Promise<ServedApp> {
  const port = String(await anyFreePort());
  switch (name) {
    case 'fetch':
    case 'assistant-ui':
      return serveApp(vitePreview({ folder, port, previewArguments }));
    case 'ai-sdk':
      return serveApp({
        port,
        program: process.execPath,
        programArguments: ['server/serve.mjs'],
        folder,
        env: { ENDPOINT: endpoint },
      });
    case 'nextjs':
      return serveApp(nextServer('start', folder, port, endpoint));
    case 'nextjs-dev':
      return serveApp(nextServer('dev', folder, port, endpoint));
    default:
      return name satisfies never;
  }
}

function nextServer(
  command: 'start' | 'dev',
  folder: string,
  port: string,
  endpoint: string,
): Serving {
  return {
    port,
    program: path.join(folder, 'node_modules', '.bin', 'next'),
    programArguments: [command, '--port', port],
    folder,
    env: { ENDPOINT: endpoint },
  };
}
