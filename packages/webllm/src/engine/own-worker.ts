/** The worker of this package, from where the app's bundler put it. */
export function ownWorker(): Worker {
  // Bundlers find the worker by this very form; the compiled package has the file under this name.
  return new Worker(new URL('../worker/web-llm-worker.js', import.meta.url), {
    type: 'module',
    name: 'agent-memory-webllm',
  });
}
