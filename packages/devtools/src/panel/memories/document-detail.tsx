import type { DocumentChunk, StoredDocument } from '@agent-memory/long-term/documents';
import { type ReactNode, useCallback, useState } from 'react';
import type { DocumentSource } from '../../source/document-facts.ts';
import { shownLine, shownText } from '../../source/shown-text.ts';
import { chunkPlace, documentFactsOf } from '../../view-model/document-words.ts';
import { formatCount, formatMoment } from '../../view-model/format.ts';
import { Pane, type PaneFrame } from '../parts/pane.tsx';
import { EraseQuestion } from './erase-question.tsx';
import { emptyWords } from './page-words.ts';
import { type FinishedAction, useAction } from './use-action.ts';
import { type PageOf, usePages } from './use-pages.ts';
import { WhyNotCited } from './why-not-cited.tsx';

/** A document: its chunks in their order with their places, its facts, and the way to remove it whole. */
export function DocumentDetail({
  documents,
  document,
  version,
  nowMs,
  onFinish,
  ...frame
}: PaneFrame & {
  readonly documents: DocumentSource;
  readonly document: StoredDocument;
  readonly version: number;
  readonly nowMs: number;
  readonly onFinish: (action: FinishedAction) => void;
}): ReactNode {
  const { id, title, chunks, addedAtMs } = document;
  return (
    <Pane
      {...frame}
      title={shownLine(title)}
      facts={[formatCount(chunks, 'chunk'), `added ${formatMoment(addedAtMs, nowMs)}`]}
      id={id}
      bodyLabel="Document and its chunks"
    >
      <RemoveDocument documents={documents} document={document} onFinish={onFinish} />
      <dl className="figures record-facts" aria-label="Facts">
        {documentFactsOf(document, nowMs).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Chunks documents={documents} id={id} version={version} />
    </Pane>
  );
}

function Chunks({
  documents,
  id,
  version,
}: {
  readonly documents: DocumentSource;
  readonly id: string;
  readonly version: number;
}): ReactNode {
  const pages = usePages(
    useCallback(
      async ({ limit, after }): Promise<PageOf<DocumentChunk>> => {
        const part = await documents.read(id, { limit, from: Number(after ?? 1) });
        const next = part?.next === undefined ? {} : { next: String(part.next) };
        return { items: part?.chunks ?? [], ...next };
      },
      [documents, id],
    ),
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
            <WhyNotCited chunk={chunk} documents={documents} />
          </li>
        ))}
      </ol>
      {hasMore && status === 'here' && (
        <button type="button" className="button" onClick={pages.more}>
          Show more
        </button>
      )}
    </section>
  );
}

/** Removes a document with every chunk, when that was said twice. */
function RemoveDocument({
  documents,
  document: { id, title },
  onFinish,
}: {
  readonly documents: DocumentSource;
  readonly document: StoredDocument;
  readonly onFinish: (action: FinishedAction) => void;
}): ReactNode {
  const [isAsked, setIsAsked] = useState(false);
  const { run, isRunning, failure } = useAction(onFinish);
  return (
    <div className="record-actions">
      {isAsked ? (
        <EraseQuestion
          question="Remove it for good?"
          erase="Remove for good"
          isRunning={isRunning}
          onCancel={() => setIsAsked(false)}
          onErase={() => run(() => removed(documents, id, title))}
        >
          <p>
            The document goes with every chunk, and the same text is not taken in again by itself.{' '}
            <strong>This cannot be undone.</strong>
          </p>
        </EraseQuestion>
      ) : (
        <div className="buttons">
          <button type="button" className="button" onClick={() => setIsAsked(true)}>
            Remove …
          </button>
        </div>
      )}
      <p className="failure" role="alert">
        {failure ?? ''}
      </p>
    </div>
  );
}

async function removed(
  documents: DocumentSource,
  id: string,
  title: string,
): Promise<FinishedAction> {
  const words = (await documents.remove(id))
    ? `Removed for good: “${shownLine(title)}”, with every chunk.`
    : 'It was gone already; nothing was removed.';
  return { words, selectedId: undefined };
}
