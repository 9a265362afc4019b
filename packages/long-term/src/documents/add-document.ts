import type { AbortSignalLike } from '@agent-memory/core';
import { inSlices, throwIfAborted, withoutHiddenCharacters } from '@agent-memory/core/internal';
import type { CallOptions } from '../memory/long-term-memory.ts';
import { type ChunkDraft, chunkDocument } from './chunk/chunk-document.ts';
import type { AddOutcome, DocumentInput } from './document.ts';
import type { FiledDocument } from './document-files.ts';
import type { AddOptions } from './documents.ts';
import type { DocumentSettings } from './options.ts';
import { nameOf, readDocument } from './read/read-document.ts';
import { RefusedDocument } from './refusal.ts';
import { type Shelved, storedDocument } from './store/document-records.ts';
import { fingerprintOf, idOfFingerprint, newEdition } from './store/fingerprint.ts';
import type { Shelf } from './store/shelf.ts';

/** The means of adding a document. */
export interface Adding extends DocumentSettings {
  readonly shelf: Shelf;
}

const UNTITLED = 'Untitled';
const LONGEST_TITLE = 200;

/** Reads a document, parts it, and puts it on the shelf; or says why not. */
export function addDocument(
  parts: Adding,
  input: DocumentInput,
  { signal, onProgress, evenIfErased = false }: AddOptions,
): Promise<AddOutcome> {
  return orRefused(parts, signal, async (within) => {
    const { limits, pdf, size } = parts;
    onProgress?.({ phase: 'reading', done: 0, total: 0 });
    const read = await readDocument(input, {
      limits,
      pdf,
      signal: within,
      onPage: (done, total) => onProgress?.({ phase: 'reading', done, total }),
    });
    const chunks = await inSlices(chunkDocument(read.blocks, size), { signal: within });
    if (chunks.length === 0) throw noText(read.format === 'pdf');
    const heading = chunks[0]?.headings[0];
    const name = input.name ?? nameOf(input.content);
    const { format, pages, hiddenCharacters } = read;
    const outcome = await put(parts, {
      ...(input.id === undefined ? {} : { id: input.id }),
      title: titleOf(input.title, read.title, heading, name),
      format,
      ...(pages === undefined ? {} : { pages }),
      ...(input.source === undefined ? {} : { source: plain(input.source) }),
      chunks,
      action: 'store',
      evenIfErased,
      signal: within,
      onStored: (done) => onProgress?.({ phase: 'storing', done, total: chunks.length }),
    });
    if (outcome.kind === 'refused' || hiddenCharacters === undefined) return outcome;
    return { ...outcome, hiddenCharacters };
  });
}

/** Puts a document of a file on the shelf, unless it is known, or known newer. */
export function importDocument(
  parts: Adding,
  { document, chunks }: FiledDocument,
  { signal }: CallOptions,
): Promise<AddOutcome> {
  return orRefused(parts, signal, async (within) => {
    const { id, format, pages, source } = document;
    const known = (await parts.shelf.documents([id], { signal: within })).get(id);
    if (known && known.updatedAtMs >= document.updatedAtMs) {
      return { kind: 'unchanged', document: storedDocument(known) };
    }
    if (chunks.length === 0) throw noText(format === 'pdf');
    return put(parts, {
      id,
      title: titleOf(document.title),
      format,
      ...(pages === undefined ? {} : { pages }),
      ...(source === undefined ? {} : { source: plain(source) }),
      // A file from elsewhere may count other tokens, and hide something.
      chunks: chunks.map((chunk) => recounted(chunk, parts)),
      action: 'import',
      evenIfErased: false,
      signal: within,
      onStored: () => undefined,
    });
  });
}

interface Put extends Partial<Pick<Shelved, 'id'>>, Pick<Shelved, 'title' | 'format'> {
  readonly pages?: number;
  readonly source?: string;
  readonly chunks: readonly ChunkDraft[];
  readonly action: 'store' | 'import';
  readonly evenIfErased: boolean;
  readonly signal: AbortSignalLike;
  onStored(chunks: number): void;
}

async function put({ store, shelf, names }: Adding, given: Put): Promise<AddOutcome> {
  const { chunks, action, evenIfErased, signal, onStored, ...rest } = given;
  const secret = await store.secret({ signal });
  const fingerprint = await inSlices(fingerprintOf(secret, names.documents, chunks), { signal });
  const id = given.id ?? idOfFingerprint(fingerprint);
  const known = (await shelf.documents([id], { signal })).get(id);
  const isSame =
    known?.fingerprint === fingerprint &&
    known.title === given.title &&
    known.source === given.source &&
    known.chunks === chunks.length;
  if (known && isSame) return { kind: 'unchanged', document: storedDocument(known) };
  const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0);
  const edition = newEdition();
  const document = { ...rest, id, tokens, chunks: chunks.length, edition, fingerprint };
  const stored = await shelf.put({ document, chunks, action, evenIfErased }, { signal, onStored });
  return { kind: stored.version > 1 ? 'replaced' : 'added', document: storedDocument(stored) };
}

/** Does work within the deadline; a refusal is its outcome. */
async function orRefused(
  { clock, limits }: Pick<Adding, 'clock' | 'limits'>,
  signal: AbortSignalLike | undefined,
  work: (signal: AbortSignalLike) => Promise<AddOutcome>,
): Promise<AddOutcome> {
  throwIfAborted(signal);
  const controller = new AbortController();
  const follow = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', follow);
  const stop = clock.startTimer?.(() => controller.abort(tooSlow(limits)), limits.deadlineMs);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (error instanceof RefusedDocument) return { kind: 'refused', refusal: error.refusal };
    throw error;
  } finally {
    stop?.();
    signal?.removeEventListener('abort', follow);
  }
}

function recounted(chunk: ChunkDraft, { size }: Adding): ChunkDraft {
  const text = withoutHiddenCharacters(chunk.text);
  const repeated = text === chunk.text ? Math.min(chunk.repeated, text.length) : 0;
  return {
    ...chunk,
    text,
    repeated,
    tokens: size.count(text),
    headings: chunk.headings.map(plain),
  };
}

function titleOf(...candidates: readonly (string | undefined)[]): string {
  const titles = candidates.map((title) => plain(title ?? '').slice(0, LONGEST_TITLE));
  return titles.find((title) => title !== '')?.toWellFormed() ?? UNTITLED;
}

/** On one line, without hidden characters. */
function plain(text: string): string {
  return withoutHiddenCharacters(text).replaceAll(/\s+/gu, ' ').trim();
}

function noText(isPdf: boolean): RefusedDocument {
  return isPdf
    ? new RefusedDocument(
        'NO_TEXT',
        'The PDF has no text, only pictures of it perhaps (a scan); nothing was stored.',
        'Run text recognition over it first.',
      )
    : new RefusedDocument(
        'NO_TEXT',
        'The document has no text that a reader sees; nothing was stored.',
      );
}

function tooSlow({ deadlineMs }: DocumentSettings['limits']): RefusedDocument {
  return new RefusedDocument(
    'TOO_SLOW',
    `The document was not read and stored within ${Math.round(deadlineMs / 1000)} seconds; nothing was stored.`,
    'Split it, or raise `limits.deadlineMs`.',
  );
}
