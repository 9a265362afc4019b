import type { DocumentChunk, Range, StoredDocument } from '@agent-memory/documents';
import { type ReactNode, useMemo, useState } from 'react';
import { Changes, FactList, Press } from '../elements/elements.tsx';
import { Pane, type PaneFrame } from '../elements/pane.tsx';
import { usePanel } from '../elements/panel-context.ts';
import { useChanges } from '../elements/use-changes.ts';
import { type DatedRow, datedRows } from '../grid/row-model.ts';
import { type GridColumn, inTwoLines } from '../grid/virtual-grid.tsx';
import type { DocumentSource } from '../source/document-facts.ts';
import { shownLine, shownText } from '../source/message-text.ts';
import { formatAge, formatCount, formatMoment, formatWhole } from '../words/format.ts';
import { EraseAction } from './erase-action.tsx';
import type { FinishedAction } from './finished-action.ts';
import { useMemories } from './memories-context.ts';
import { MemoryList } from './memory-list.tsx';
import { type NamedFact, namedFacts } from './record-facts-words.ts';
import { countWords, emptyWords, usePages } from './use-pages.ts';

const COLUMNS: readonly GridColumn<DatedRow<StoredDocument>>[] = [
  {
    ...{ name: 'start', title: 'Title' },
    hint: ({ facts }) => shownLine(facts.title),
    cell: ({ facts }) => <span className="start-text">{shownLine(facts.title)}</span>,
  },
  { name: 'format', title: 'Format', look: 'quiet', cell: ({ facts }) => formatName(facts) },
  {
    ...{ name: 'chunks', title: 'Chunks', look: 'quiet' },
    cell: ({ facts }) => formatCount(facts.chunks, 'chunk'),
  },
  {
    ...{ name: 'tokens', title: 'Tokens', look: 'quiet' },
    cell: ({ facts }) => `${formatWhole(facts.tokens)} tokens`,
  },
  {
    ...{ name: 'age', title: 'Added', look: 'quiet' },
    cell: ({ facts, nowMs }) => formatAge(facts.addedAtMs, nowMs),
  },
];
const LAYOUTS = inTwoLines('minmax(120px, 1fr) 74px 80px 80px 58px', {
  columns: 'auto auto auto 1fr',
  areas: '"start start start start" "format chunks tokens age"',
});
const NO_DOCUMENTS =
  'No document was added. What a user adds is reference material: it is quoted with its place, and nothing of it becomes a record.';

interface DocumentsProps {
  readonly documents: DocumentSource;
}

/** The documents that the user added, and the chunks of the one that is selected [LTM-10]. */
export function DocumentsView({ documents }: DocumentsProps): ReactNode {
  const { nowMs } = useMemories().longTerm;
  const { isShown } = usePanel();
  const version = useChanges(documents, isShown);
  const pages = usePages((options) => documents.page(options), [documents], version);
  const [selectedId, setSelectedId] = useState<string>();
  const { items } = pages;
  const rows = useMemo(() => datedRows(items, nowMs()), [items, nowMs]);
  return (
    <MemoryList
      count={countWords(pages, 'document', 'documents')}
      beside="Quoted, never believed"
      label="Documents, newest first"
      className="document-grid"
      columns={COLUMNS}
      layouts={LAYOUTS}
      rows={rows}
      selectedKey={selectedId}
      onSelect={setSelectedId}
      onNearEnd={pages.more}
      empty={emptyWords(pages, 'documents', NO_DOCUMENTS)}
      detail={({ facts: document }, frame) => (
        <DocumentDetail {...{ documents, document, version }} {...frame} />
      )}
    />
  );
}

/** A document: its chunks in their order with their places, its facts, and the way to remove it whole. */
function DocumentDetail(
  props: DocumentsProps &
    PaneFrame & { readonly document: StoredDocument; readonly version: number },
): ReactNode {
  const { documents, document, version, ...frame } = props;
  const { nowMs } = useMemories().longTerm;
  const { id, title, chunks, addedAtMs } = document;
  async function remove(): Promise<FinishedAction> {
    const words = (await documents.remove(id))
      ? `Removed for good: “${shownLine(title)}”, with every chunk.`
      : 'It was gone already; nothing was removed.';
    return { words, selectedId: undefined };
  }
  return (
    <Pane
      {...frame}
      title={shownLine(title)}
      facts={[formatCount(chunks, 'chunk'), `added ${formatMoment(addedAtMs, nowMs())}`]}
      id={id}
      bodyLabel="Document and its chunks"
    >
      <Changes>
        <EraseAction verb="Remove" erase={remove}>
          <p>
            The document goes with every chunk, and the same text is not taken in again by itself.{' '}
            <strong>This cannot be undone.</strong>
          </p>
        </EraseAction>
      </Changes>
      <FactList label="Facts" facts={documentFactsOf(document, nowMs())} />
      <Chunks documents={documents} id={id} version={version} />
    </Pane>
  );
}

/** The chunks as they are found and cited. Their texts are plain letters, whatever they hold. */
function Chunks(props: DocumentsProps & { readonly id: string; readonly version: number }) {
  const { documents, id, version } = props;
  const pages = usePages(
    async ({ limit, after }) => {
      const part = await documents.read(id, { limit, from: Number(after ?? 1) });
      const next = part?.next === undefined ? {} : { next: String(part.next) };
      return { items: part?.chunks ?? [], ...next };
    },
    [documents, id],
    version,
  );
  const { items, hasMore, status } = pages;
  return (
    <section className="chunks" aria-label="Chunks">
      <h3>Its chunks, as they are found and cited</h3>
      {items.length === 0 && (
        <p className="quiet">{emptyWords(pages, 'chunks', 'It has none any more.')}</p>
      )}
      <ol>
        {items.map((chunk) => (
          <li key={chunk.id}>
            <p className="chunk-place">
              {chunk.number}. {chunkPlace(chunk)}
            </p>
            <pre className="chunk-text">{shownText(chunk.text)}</pre>
          </li>
        ))}
      </ol>
      {hasMore && status === 'here' && <Press onClick={pages.more}>Show more</Press>}
    </section>
  );
}

const FORMATS: Readonly<Record<string, string>> = {
  text: 'text',
  markdown: 'Markdown',
  html: 'HTML',
  pdf: 'PDF',
};

/** A format of a newer package is shown under its own name. */
function formatName({ format }: StoredDocument): string {
  return FORMATS[format] ?? format;
}

/** Everything else about a document. Its own words may be hostile, too. */
function documentFactsOf(document: StoredDocument, nowMs: number): readonly NamedFact[] {
  const { source, pages, chunks, tokens, version, addedAtMs, updatedAtMs } = document;
  return namedFacts([
    ['format', formatName(document)],
    ['from', source],
    ['pages', pages === undefined ? undefined : formatWhole(pages)],
    ['chunks', formatWhole(chunks)],
    ['tokens', formatWhole(tokens)],
    ['added at', formatMoment(addedAtMs, nowMs)],
    ['replaced at', version === 1 ? undefined : formatMoment(updatedAtMs, nowMs)],
    ['version', formatWhole(version)],
  ]);
}

/** Where a chunk stands in its document: `Ferries › Winter · lines 9–12`. */
function chunkPlace({ headings, pages, lines, tokens }: DocumentChunk): string {
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
