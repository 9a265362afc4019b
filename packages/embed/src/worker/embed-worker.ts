import { EngineFailure, serveWorker } from '@agent-memory/models/device';
import type { EmbedCalls, EmbedEngine } from '../engine/embed-engine.ts';
import { localEngine } from '../engine/local-engine.ts';

// The worker's own file: it holds one model and answers the page.

let engine: EmbedEngine | undefined;
/** Nobody aborts here: the page ends the whole worker. */
const { signal } = new AbortController();

serveWorker<EmbedCalls>({
  load(mayDownload, onProgress, settings) {
    engine = localEngine(settings);
    return engine.load({ signal, mayDownload, onProgress });
  },
  async embed(text) {
    if (!engine) throw new EngineFailure({ kind: 'unloaded' });
    return engine.embed(text);
  },
});
