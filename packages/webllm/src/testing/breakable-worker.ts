import { destroyDevices, runOutOfMemory } from './hold-devices.ts';
import '../worker/web-llm-worker.ts';

// The real worker, and words that break it as its machine might.
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'destroy-device') destroyDevices();
  if (data === 'out-of-memory') runOutOfMemory();
  if (data === 'crash') throw new Error('a fault in the midst');
});
