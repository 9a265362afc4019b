import { citationWords } from './document-words.ts';
import styles from './documents.module.css';
import type { FoundPassages, Passage } from './find-passages.ts';

/** The passages that were found for a question, each quoted with its place. */
export function PassageList({
  found: { question, passages, held },
  titleOf,
}: {
  readonly found: FoundPassages;
  /** The title of a document. */
  readonly titleOf: (documentId: string) => string;
}) {
  return (
    <section className={styles.found} aria-label="Passages">
      <h2>{question}</h2>
      {passages.length === 0 && <p className={styles.facts}>No passage of the documents fits.</p>}
      <ol>
        {passages.map((passage) => (
          <PassageItem key={passage.hit.chunk.id} passage={passage} />
        ))}
      </ol>
      {held.map(({ id, documentId, reasons }) => (
        <section key={id} className={styles.held} aria-label="Held back">
          <h3>Held back: a passage of “{titleOf(documentId)}”</h3>
          <p>
            It is given to no model, because it reads like an order to the assistant. {reasons[0]}
          </p>
        </section>
      ))}
    </section>
  );
}

function PassageItem({ passage: { hit, why, isSent } }: { readonly passage: Passage }) {
  const { chunk, citation, confidence } = hit;
  return (
    <li className={styles.passage}>
      <cite>{citationWords(citation)}</cite>
      <blockquote data-kind={chunk.kind}>{chunk.text}</blockquote>
      <p className={styles.facts}>
        <b>{isSent ? 'In the context' : 'Not in the context'}</b>, quoted from outside,{' '}
        {Math.round(confidence * 100)}&nbsp;% sure. {why}
      </p>
    </li>
  );
}
