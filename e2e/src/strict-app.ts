import { smallPdf } from '../../packages/documents/src/testing/small-pdf.ts';
import { tinyModelBytes as embedderFile } from '../../packages/embed/src/testing/tiny-model.ts';
import { tinyModelFile as webLlmFile } from '../../packages/webllm/src/testing/tiny-model.ts';
import { tinyModelBytes as tinyGguf } from '../../packages/wllama/src/testing/tiny-model.ts';
import { servePoliced } from './policed-app.ts';
import type { ServedApp } from './served-app.ts';

/** The directives that docs/csp.md names for a page with every package, and nothing more. */
const DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  // The files of the models.
  "connect-src 'self'",
  // The icon of the page.
  'img-src data:',
  "require-trusted-types-for 'script'",
  'trusted-types app-workers default',
];

/** Builds an app that uses every package with a worker, and serves it under a strict policy. */
export function serveStrictApp(): Promise<ServedApp> {
  const policy = DIRECTIVES.join('; ');
  return servePoliced({
    folder: 'strict-app',
    pages: ['index.html'],
    policy: () => policy,
    file: modelFile,
  });
}

/** The files of small models with made-up weights, below `/models/`. */
function modelFile(pathname: string): Uint8Array | undefined {
  const [, models, name = '', ...rest] = pathname.split('/');
  if (models !== 'models') return undefined;
  const file = rest.join('/');
  if (name === 'report.pdf') return smallPdf([{ lines: [{ text: 'The ferry leaves at 22:10.' }] }]);
  if (name === 'tiny.gguf') return tinyGguf();
  if (name === 'web-llm') return webLlmFile(file);
  return name === 'embed' ? embedderFile(file) : undefined;
}
