import '../worker/embed-worker.ts';

// The real worker, and a word that makes it end as a fault of its own would.
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'crash') throw new Error('a fault in the midst');
});
