import { VectorGeneration } from '../vectors/generation.ts';
import { DOCUMENTS_PREFIX, withoutRows } from './document-segment.ts';
import type { SegmentChanges } from './segment-change-log.ts';
import { openVectors, sealVectors, VECTORS_PREFIX } from './vector-segment.ts';

/**
 * The changes that take documents out of a stored index, with their words and vectors [LTM-8]. A
 * segment that cannot be read may hold them: it is emptied, and reported as damaged when it is opened.
 */
export function withoutDocuments(
  segments: ReadonlyMap<string, ArrayBuffer>,
  ids: ReadonlySet<string>,
): SegmentChanges {
  const changes = new Map<string, ArrayBuffer | undefined>();
  const gone = new Set<number>();
  for (const [name, buffer] of segments) {
    if (!name.startsWith(DOCUMENTS_PREFIX)) continue;
    const block = Number(name.slice(DOCUMENTS_PREFIX.length));
    const left = withoutRows(block, buffer, ids);
    if (left === undefined) changes.set(name, new ArrayBuffer(0));
    else if (left.gone.length > 0) changes.set(name, left.buffer);
    for (const number of left?.gone ?? []) gone.add(number);
  }
  if (gone.size === 0) return changes;
  for (const [name, buffer] of segments) {
    if (!name.startsWith(VECTORS_PREFIX)) continue;
    const stored = openVectors(buffer);
    if (stored === undefined) continue;
    const { model, dimension } = stored;
    const at = Number(name.slice(name.lastIndexOf('-') + 1));
    const generation = new VectorGeneration(model, dimension);
    generation.restore(at, stored.block, (number) => !gone.has(number));
    const left = sealVectors({ model, dimension }, generation.blockAt(at));
    if (left?.byteLength !== buffer.byteLength || !isSame(left, buffer)) changes.set(name, left);
  }
  return changes;
}

function isSame(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const bytes = new Uint8Array(other);
  return new Uint8Array(one).every((byte, at) => byte === bytes[at]);
}
