import type { EmbeddingModel } from '../retrieval-index.ts';
import { BLOCK_SIZE, type VectorBlock, type VectorGeneration } from '../vectors/generation.ts';
import { openSegment, sealSegment } from './envelope.ts';

/** PERSISTED: the segments of vectors begin like this; the model and the block's number follow. */
export const VECTORS_PREFIX = 'vectors-';

/** A block of vectors as it was stored. */
export interface StoredVectors {
  readonly model: EmbeddingModel;
  readonly dimension: number;
  readonly block: VectorBlock;
}

/** PERSISTED: the name of a block's segment. */
export function vectorSegmentName({ id, version }: EmbeddingModel, block: number): string {
  return `${VECTORS_PREFIX}${encodeURIComponent(id)}@${encodeURIComponent(version)}-${block}`;
}

/** Writes the vectors of a block; nothing where there are none. */
export function sealVectors(
  { model, dimension }: Pick<VectorGeneration, 'model' | 'dimension'>,
  block: VectorBlock | undefined,
): ArrayBuffer | undefined {
  if (block === undefined || !block.present.includes(1)) return undefined;
  const { id, version } = model;
  const header = { model: { id, version }, dimension };
  return sealSegment(header, [block.present, block.scales, block.values]);
}

/** Reads the vectors of a block; nothing where the segment is damaged. */
export function openVectors(buffer: ArrayBuffer): StoredVectors | undefined {
  const parts = openSegment(buffer);
  if (parts === undefined || !isVectorsHeader(parts.header)) return undefined;
  const { model, dimension } = parts.header;
  const { body } = parts;
  if (body.byteLength !== BLOCK_SIZE * (1 + 4 + dimension)) return undefined;
  // Views, not copies: a body begins at a multiple of four bytes, so the scales do too.
  const start = body.byteOffset;
  const present = body.subarray(0, BLOCK_SIZE);
  const scales = new Float32Array(buffer, start + BLOCK_SIZE, BLOCK_SIZE);
  const values = new Int8Array(buffer, start + BLOCK_SIZE * 5, BLOCK_SIZE * dimension);
  return { model, dimension, block: { present, scales, values } };
}

interface VectorsHeader {
  readonly model: EmbeddingModel;
  readonly dimension: number;
}

function isVectorsHeader(value: unknown): value is VectorsHeader {
  if (typeof value !== 'object' || value === null) return false;
  const { model, dimension }: Partial<Record<keyof VectorsHeader, unknown>> = value;
  if (typeof model !== 'object' || model === null) return false;
  const { id, version }: Partial<Record<keyof EmbeddingModel, unknown>> = model;
  return typeof id === 'string' && typeof version === 'string' && Number.isInteger(dimension);
}
