import '../worker/embed-worker.ts';

// The real worker, and words that make it end as a fault of its own would, or without a word.
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'crash') throw new Error('a fault in the midst');
  if (data === 'close') self.close();
});
