import { buildExample } from '../../scripts/examples.mjs';
import { anyFreePort } from '../../scripts/ports.mjs';
import { bin, inRepository } from '../../scripts/repository.mjs';
import { type ServedApp, type Serving, serveApp, vitePreview } from './served-app.ts';

/** One of the apps in `examples`; `nextjs-dev` is the one of Next.js as a developer runs it. */
export type ExampleName = 'fetch' | 'ai-sdk' | 'assistant-ui' | 'nextjs' | 'nextjs-dev';

/** Apart from what a person builds there, because the address of a model is in it. */
const OUT_DIR = ['--outDir', '.cache/e2e'];

/**
 * Builds and serves an example as its README says.
 *
 * @param endpoint base of the API of its model.
 */
export async function startExample(name: ExampleName, endpoint: string): Promise<ServedApp> {
  const port = String(await anyFreePort());
  switch (name) {
    case 'fetch':
    case 'assistant-ui': {
      const buildArguments = [...OUT_DIR, '--emptyOutDir'];
      await buildExample(name, { buildArguments, env: { VITE_ENDPOINT: endpoint } });
      const folder = inRepository('examples', name);
      return serveApp(vitePreview({ folder, port, previewArguments: OUT_DIR }));
    }
    case 'ai-sdk': {
      await buildExample(name);
      return serveApp({
        port,
        program: process.execPath,
        programArguments: ['server/serve.mjs'],
        folder: inRepository('examples', name),
        env: { ENDPOINT: endpoint },
      });
    }
    case 'nextjs':
      await buildExample(name);
      return serveApp(nextServer('start', port, endpoint));
    case 'nextjs-dev':
      return serveApp(nextServer('dev', port, endpoint));
    default:
      return name satisfies never;
  }
}

function nextServer(command: 'start' | 'dev', port: string, endpoint: string): Serving {
  return {
    port,
    program: bin('next', 'examples/nextjs'),
    programArguments: [command, '--port', port],
    folder: inRepository('examples', 'nextjs'),
    env: { ENDPOINT: endpoint },
  };
}
