import type { DocumentChunk, Range, StoredDocument } from '@agent-memory/long-term/documents';
import { shownLine } from '../source/shown-text.ts';
import { formatAge, formatCount, formatMoment, formatWhole } from './format.ts';
import type { NamedFact } from './record-detail.ts';
import type { RowModel } from './row-model.ts';

/** A document in its list. */
export interface DocumentRow extends RowModel {
  readonly title: string;
  readonly format: string;
  readonly chunks: string;
  readonly tokens: string;
  readonly age: string;
}

const FORMATS: Readonly<Record<string, string>> = {
  text: 'text',
  markdown: 'Markdown',
  html: 'HTML',
  pdf: 'PDF',
};

export function documentRows(
  documents: readonly StoredDocument[],
  nowMs: number,
): readonly DocumentRow[] {
  return documents.map((document) => ({
    key: document.id,
    title: shownLine(document.title),
    format: formatName(document),
    chunks: formatCount(document.chunks, 'chunk'),
    tokens: `${formatWhole(document.tokens)} tokens`,
    age: formatAge(document.addedAtMs, nowMs),
  }));
}

/** A format of a newer package is shown under its own name. */
function formatName({ format }: StoredDocument): string {
  return FORMATS[format] ?? format;
}

/** Everything else about a document. Its own words may be hostile, too. */
export function documentFactsOf(document: StoredDocument, nowMs: number): readonly NamedFact[] {
  const { source, pages, chunks, tokens, version, addedAtMs, updatedAtMs } = document;
  const named: readonly (readonly [string, string | undefined])[] = [
    ['format', formatName(document)],
    ['from', source],
    ['pages', pages === undefined ? undefined : formatWhole(pages)],
    ['chunks', formatWhole(chunks)],
    ['tokens', formatWhole(tokens)],
    ['added at', formatMoment(addedAtMs, nowMs)],
    ['replaced at', version === 1 ? undefined : formatMoment(updatedAtMs, nowMs)],
    ['version', formatWhole(version)],
  ];
  return named.flatMap(([name, words]) =>
    words === undefined ? [] : [{ name, value: shownLine(words) }],
  );
}

/** Where a chunk stands in its document: `Ferries › Winter · lines 9–12`. */
export function chunkPlace({ headings, pages, lines, tokens }: DocumentChunk): string {
  const place = [
    ...(headings.length === 0 ? [] : [shownLine(headings.join(' › '))]),
    ...(pages ? [rangeWords('page', pages)] : []),
    ...(lines ? [rangeWords('line', lines)] : []),
    `${formatWhole(tokens)} tokens`,
  ];
  return place.join(' · ');
}

function rangeWords(name: string, { first, last }: Range): string {
  return first === last ? `${name} ${first}` : `${name}s ${first}–${last}`;
}
