import type { AbortSignalLike } from '@agent-memory/core';
import { inSlices, type Steps, throwIfAborted, words } from '@agent-memory/core/internal';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type ChunkDraft, chunkDocument } from './chunk/chunk-document.ts';
import type { AddOptions, AddOutcome, DocumentInput } from './documents.ts';
import type { DocumentSettings } from './options.ts';
import { nameOf, readDocument } from './read/read-document.ts';
import { RefusedDocument } from './refusal.ts';
import { storedDocument } from './store/document-records.ts';
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
    const { limits, pdf, size, store, shelf, names } = parts;
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
    const title = titleOf(input.title, read.title, heading, input.name ?? nameOf(input.content));
    const source = input.source === undefined ? undefined : plain(input.source);
    const secret = await store.secret({ signal: within });
    const hashing = fingerprintOf(secret, names.documents, chunks);
    const fingerprint = await inSlices(hashing, { signal: within });
    const id = input.id ?? idOfFingerprint(fingerprint);
    const known = (await shelf.documents([id], { signal: within })).get(id);
    const { format, pages, hiddenCharacters } = read;
    const hidden = hiddenCharacters === undefined ? {} : { hiddenCharacters };
    const isSame =
      known?.fingerprint === fingerprint &&
      known.title === title &&
      known.source === source &&
      known.chunks === chunks.length;
    if (known && isSame) return { kind: 'unchanged', document: storedDocument(known), ...hidden };
    const document = {
      ...{ id, title, format, fingerprint, edition: newEdition(), chunks: chunks.length },
      tokens: chunks.reduce((sum, chunk) => sum + chunk.tokens, 0),
      ...(pages === undefined ? {} : { pages }),
      ...(source === undefined ? {} : { source }),
    };
    const stored = await shelf.put(
      { document, chunks, evenIfErased },
      {
        signal: within,
        onStored: (done) => onProgress?.({ phase: 'storing', done, total: chunks.length }),
      },
    );
    const kind = stored.version > 1 ? 'replaced' : 'added';
    return { kind, document: storedDocument(stored), ...hidden };
  });
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

function titleOf(...candidates: readonly (string | undefined)[]): string {
  const titles = candidates.map((title) => plain(title ?? '').slice(0, LONGEST_TITLE));
  return titles.find((title) => title !== '')?.toWellFormed() ?? UNTITLED;
}

/** On one line, without hidden characters. */
function plain(text: string): string {
  return words.withoutHiddenCharacters(text).replaceAll(/\s+/gu, ' ').trim();
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

/** PERSISTED: the purposes of the hashes. */
const TEXT = 'document-text';
const ID_DIGITS = 16;
const EDITION_BYTES = 4;

/**
 * PERSISTED. A keyed hash of what a document says under its headings, whatever its blanks, its case and the size
 * of its chunks; it knows a removed document again and says nothing to anyone who lacks the key [LTM-8].
 */
function* fingerprintOf(
  secret: Uint8Array,
  namespace: string,
  chunks: readonly Pick<ChunkDraft, 'text' | 'repeated' | 'headings'>[],
): Steps<string> {
  const hash = hmac.create(sha256, secret);
  hash.update(utf8ToBytes(JSON.stringify([TEXT, namespace])));
  let section = '';
  for (const { text, repeated, headings } of chunks) {
    const path = headings.join('\n');
    if (path !== section) hash.update(utf8ToBytes(`\n${bare(path)}\n`));
    section = path;
    hash.update(utf8ToBytes(bare(text.slice(repeated))));
    yield;
  }
  return bytesToHex(hash.digest());
}

/** The id of a document that is given none. */
function idOfFingerprint(fingerprint: string): string {
  return `d-${fingerprint.slice(0, ID_DIGITS)}`;
}

/** A name for the chunks of one version, which no other version has. */
function newEdition(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(EDITION_BYTES)));
}

function bare(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, '');
}
