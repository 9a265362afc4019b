import { eachInSteps, inSlices, type Steps } from '@agent-memory/core/internal';
import type { RetrievalEngine } from '../engine.ts';
import { VectorGeneration } from '../vectors/generation.ts';
import { DOCUMENTS_PREFIX, openDocuments, type StoredRow } from './document-segment.ts';
import type { SegmentChangeLog } from './segment-change-log.ts';
import { openVectors, VECTORS_PREFIX } from './vector-segment.ts';

/**
 * Fills an engine from its segments [RET-5]. Nothing is embedded, and nothing is analyzed unless the
 * rules changed. A damaged segment costs what it held and is reported, never the rest.
 */
export async function openSegments(
  segments: ReadonlyMap<string, ArrayBuffer>,
  engine: RetrievalEngine,
  changes: SegmentChangeLog,
): Promise<readonly string[]> {
  const damaged: string[] = [];
  const rows = await inSlices(readDocuments(segments, engine, damaged));
  await engine.analyzer.prepare(textsWithoutTerms(rows));
  const restore = (row: StoredRow) => {
    // Two tabs that wrote at once may have left a document in two blocks; the older one goes.
    changes.noteDocuments(engine.remove(row.document.id));
    engine.restore(row.number, row);
    if (row.terms === undefined) changes.noteDocuments([row.number]);
  };
  await inSlices(eachInSteps(rows, restore));
  await inSlices(eachInSteps(rows, (row) => engine.restorePassages(row.number, row)));
  const lostVectors = await inSlices(restoreVectors(segments, engine));
  for (const name of [...damaged, ...lostVectors]) changes.noteUseless(name);
  return [...damaged.map(sayDocumentsLost), ...lostVectors.map(sayVectorsLost)];
}

function* readDocuments(
  segments: ReadonlyMap<string, ArrayBuffer>,
  engine: RetrievalEngine,
  damaged: string[],
): Steps<readonly StoredRow[]> {
  const rows: StoredRow[] = [];
  for (const [name, buffer] of segments) {
    if (!name.startsWith(DOCUMENTS_PREFIX)) continue;
    yield 'long-step';
    const block = Number(name.slice(DOCUMENTS_PREFIX.length));
    const stored = Number.isSafeInteger(block)
      ? openDocuments(block, buffer, engine.analyzer.language)
      : undefined;
    if (stored === undefined) damaged.push(name);
    else for (const row of stored) rows.push(row);
  }
  return rows.sort((a, b) => a.sequence - b.sequence);
}

function textsWithoutTerms(rows: readonly StoredRow[]): readonly string[] {
  return rows.flatMap(({ document, terms }) => (terms === undefined ? [document.text] : []));
}

function* restoreVectors(
  segments: ReadonlyMap<string, ArrayBuffer>,
  engine: RetrievalEngine,
): Steps<readonly string[]> {
  const lost: string[] = [];
  for (const [name, buffer] of segments) {
    if (!name.startsWith(VECTORS_PREFIX)) continue;
    yield 'long-step';
    const at = Number(name.slice(name.lastIndexOf('-') + 1));
    const stored = Number.isSafeInteger(at) && at >= 0 ? openVectors(buffer) : undefined;
    const generation = stored && generationFor(engine, stored);
    if (stored === undefined || generation === undefined) {
      lost.push(name);
      continue;
    }
    generation.restore(at, stored.block, (number) => engine.table.isTaken(number));
  }
  return lost;
}

/** The generation that a block belongs to; nothing where the model has another dimension by now. */
function generationFor(
  engine: RetrievalEngine,
  { model, dimension }: Pick<VectorGeneration, 'model' | 'dimension'>,
): VectorGeneration | undefined {
  const known = engine.vectors.of(model);
  if (known !== undefined) return known.dimension === dimension ? known : undefined;
  const generation = new VectorGeneration(model, dimension);
  engine.vectors.restore(generation);
  return generation;
}

function sayDocumentsLost(name: string): string {
  return `The stored segment "${name}" of the index is damaged: up to 256 documents cannot be found until they are added again. Compare \`ids()\` with what you have.`;
}

function sayVectorsLost(name: string): string {
  return `The stored segment "${name}" of the index is damaged: its documents are found by words alone until their vectors are made again, which happens by itself.`;
}
