import { describe, expect, test } from 'vitest';
import type { Embedder } from '../retrieval/retrieval-index.ts';

const TEXTS = ['Ada moved to Lisbon.', 'The bill is off by one cent.', 'The parcel left.'];
const PASSAGE = { purpose: 'passage' } as const;

/** Settings of `embedderContract`. */
export interface EmbedderContractOptions {
  /** Stands in the name of each test. */
  readonly name: string;
  /** Whether the tests run here. Default: true. */
  readonly isHere?: boolean;
  /** Makes an embedder for one test. */
  readonly create: () => Embedder | Promise<Embedder>;
}

/**
 * The contract of `Embedder` as tests; call it in a test file of the embedder.
 *
 * @example
 * embedderContract({ name: 'onnx', create: () => createOnnxEmbedder({ model: '/models/minilm/' }) });
 */
export function embedderContract({ name, isHere = true, create }: EmbedderContractOptions): void {
  describe.skipIf(!isHere)(`the contract of embedders: ${name}`, () => {
    test('gives one vector a text, in their order, of one dimension and of length 1', async () => {
      const embedder = await create();
      const together = await embedder.embed(TEXTS, PASSAGE);
      expect(together).toHaveLength(TEXTS.length);
      for (const [place, text] of TEXTS.entries()) {
        const [alone = new Float32Array()] = await embedder.embed([text], PASSAGE);
        const vector = together[place] ?? new Float32Array();
        expect(vector).toHaveLength(alone.length);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
        expect(product(vector, alone)).toBeGreaterThan(0.999);
      }
      embedder.dispose?.();
    });

    test('gives nothing for nothing, and a vector for an empty text', async () => {
      const embedder = await create();
      expect(await embedder.embed([], PASSAGE)).toEqual([]);
      const [vector = new Float32Array()] = await embedder.embed([''], PASSAGE);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
      embedder.dispose?.();
    });

    test('[RET-7] names model and version with the first vectors', async () => {
      const embedder = await create();
      await embedder.embed(TEXTS, PASSAGE);
      expect(embedder.model?.id).not.toBe('');
      expect(embedder.model?.version).not.toBe('');
      embedder.dispose?.();
    });

    test('[MOD-3] begins nothing under a signal that has aborted', async () => {
      const embedder = await create();
      const reason = new Error('no more');
      const signal = AbortSignal.abort(reason);
      await expect(embedder.embed(TEXTS, { ...PASSAGE, signal })).rejects.toBe(reason);
      embedder.dispose?.();
    });

    test('[MOD-3] an abort in the midst ends the call with its reason, and the next one works', async () => {
      const embedder = await create();
      await embedder.embed(['ready'], PASSAGE);
      const controller = new AbortController();
      const reason = new Error('no more');
      const backlog = embedder.embed(manyTexts(60), { ...PASSAGE, signal: controller.signal });
      const ended = expect(backlog).rejects.toBe(reason);
      controller.abort(reason);
      await ended;
      expect(await embedder.embed(TEXTS, PASSAGE)).toHaveLength(TEXTS.length);
      embedder.dispose?.();
    });

    test('a query does not wait for a backlog of passages', async () => {
      const embedder = await create();
      await embedder.embed(['ready'], PASSAGE);
      const order: string[] = [];
      const controller = new AbortController();
      const backlog = embedder
        .embed(manyTexts(200), { ...PASSAGE, signal: controller.signal })
        .then(
          () => order.push('backlog'),
          () => order.push('given up'),
        );
      await embedder.embed(['Where is Ada?'], { purpose: 'query' });
      order.push('query');
      controller.abort();
      await backlog;
      expect(order).toEqual(['query', 'given up']);
      embedder.dispose?.();
    });

    test('calls after its end reject', async () => {
      const embedder = await create();
      await embedder.embed(['ready'], PASSAGE);
      if (!embedder.dispose) return;
      embedder.dispose();
      await expect(embedder.embed(TEXTS, PASSAGE)).rejects.toThrow();
    });
  });
}

function manyTexts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `Passage number ${index} of a long backlog.`);
}

/** The cosine of two vectors of length 1. */
function product(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, place) => sum + value * (right[place] ?? Number.NaN), 0);
}
