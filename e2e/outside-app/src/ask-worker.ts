/** Gives the answer of a memory in a worker. */
export function askWorker(question: string): Promise<string> {
  const worker = new Worker(new URL('./memory-worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      resolve(data);
      worker.terminate();
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(question);
  });
}
