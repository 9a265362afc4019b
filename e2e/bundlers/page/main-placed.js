import { run } from './run.js';

// A bundler that does not find workers and files by itself builds each worker as an entry point of its own,
// and the app says where it put them.
const moduleWorker = (file) => () => new Worker(new URL(file, import.meta.url), { type: 'module' });

run({
  retrievalWorker: moduleWorker('retrieval-worker.js'),
  embedWorker: moduleWorker('embed-worker.js'),
  webLlmWorker: moduleWorker('web-llm-worker.js'),
  wllamaWasm: new URL('wllama.wasm', import.meta.url).href,
});
