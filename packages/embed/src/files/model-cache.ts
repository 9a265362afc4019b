import { errorText } from '@agent-memory/core/internal';
import type { ReportDegradation } from '../errors/degradation.ts';
import { fingerprint } from './fingerprint.ts';

/** PERSISTED: the cache that models are kept in. */
export const CACHE_NAME = 'agent-memory-models';
/** PERSISTED: the header that holds the fingerprint of what was put in. */
const FINGERPRINT_HEADER = 'x-agent-memory-fingerprint';

/** Downloaded files by their addresses. None of its functions rejects. */
export interface ModelCache {
  /** The file as it was put in; `undefined` where there is none, or a damaged one. */
  get(url: string): Promise<Uint8Array | undefined>;
  /** How many bytes are kept; `undefined` where there is none. */
  size(url: string): Promise<number | undefined>;
  put(url: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  remove(url: string): Promise<void>;
}

/**
 * The browser's cache of files. Where it cannot be used, each file is missing in it and that is said
 * once.
 */
export function modelCache(report: ReportDegradation): ModelCache {
  let isReported = false;
  async function withCache<Value>(
    act: (cache: Cache) => Promise<Value>,
    instead: Value,
  ): Promise<Value> {
    try {
      if (typeof caches === 'undefined') throw new Error('This page has no Cache Storage.');
      return await act(await caches.open(CACHE_NAME));
    } catch (error) {
      if (!isReported) report(unavailable(error));
      isReported = true;
      return instead;
    }
  }
  return {
    get: (url) =>
      withCache(async (cache) => {
        const kept = await cache.match(url);
        if (!kept) return undefined;
        const bytes = new Uint8Array(await kept.arrayBuffer());
        if (kept.headers.get(FINGERPRINT_HEADER) === fingerprint(bytes)) return bytes;
        report(damaged(url));
        await cache.delete(url);
        return undefined;
      }, undefined),
    size: (url) =>
      withCache(async (cache) => {
        const kept = await cache.match(url);
        return kept && Number(kept.headers.get('content-length'));
      }, undefined),
    put: (url, bytes) =>
      withCache(async (cache) => {
        const headers = {
          [FINGERPRINT_HEADER]: fingerprint(bytes),
          'content-length': String(bytes.length),
        };
        await cache.put(url, new Response(bytes, { headers }));
      }, undefined),
    remove: (url) =>
      withCache(async (cache) => {
        await cache.delete(url);
      }, undefined),
  };
}

/** Keeps nothing. */
export const NO_CACHE: ModelCache = {
  get: async () => undefined,
  size: async () => undefined,
  put: async () => undefined,
  remove: async () => undefined,
};

function unavailable(error: unknown) {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  const reason = isFull ? 'The storage of this site is full.' : errorText(error);
  return {
    code: 'EMBEDDER_CACHE_UNAVAILABLE',
    message: `The model's files could not be kept, and are downloaded with each load: ${reason}`,
  } as const;
}

function damaged(url: string) {
  return {
    code: 'EMBEDDER_CACHE_DAMAGED',
    message: `A kept file of the model was damaged and is downloaded anew: ${url}`,
  } as const;
}
