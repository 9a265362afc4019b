import type { StoredDocument } from '@agent-memory/long-term/documents';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { FileIcon } from '../design/icons.tsx';
import type { AddingFile } from './document-desk.ts';
import { addingWords, documentFacts } from './document-words.ts';
import styles from './documents.module.css';

/** The documents, and those on their way; each is removed as a whole, when that was said twice. */
export function DocumentList({
  stored,
  adding,
  removing,
  onRemove,
}: {
  readonly stored: readonly StoredDocument[];
  readonly adding: readonly AddingFile[];
  readonly removing: readonly StoredDocument[];
  readonly onRemove: (document: StoredDocument) => void;
}) {
  const staying = stored.filter(({ id }) => !removing.some((one) => one.id === id));
  return (
    <ul className={styles.list} aria-label="Documents">
      {adding.map((file) => (
        <li key={file.key} className={styles.document}>
          <FileIcon />
          <p className={styles.adding}>{addingWords(file)}</p>
        </li>
      ))}
      {removing.map(({ id, title }) => (
        <li key={id} className={styles.document}>
          <FileIcon />
          <p className={styles.adding}>Removing “{title}” …</p>
        </li>
      ))}
      {staying.map((document) => (
        <li key={document.id} className={styles.document}>
          <FileIcon />
          <div className={styles.about}>
            <p className={styles.title}>{document.title}</p>
            <p className={styles.facts}>{documentFacts(document)}</p>
          </div>
          <RemoveControl title={document.title} onRemove={() => onRemove(document)} />
        </li>
      ))}
    </ul>
  );
}

/** Removes when that was said twice; the focus stays with who is asked. */
function RemoveControl({
  title,
  onRemove,
}: {
  readonly title: string;
  readonly onRemove: () => void;
}) {
  const [isAsked, setIsAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (isAsked || wasAsked.current) button.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked]);
  if (!isAsked) {
    return (
      <Button
        ref={button}
        look="quiet"
        aria-label={`Remove “${title}” …`}
        onClick={() => setIsAsked(true)}
      >
        Remove …
      </Button>
    );
  }
  return (
    <fieldset
      className={styles.question}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setIsAsked(false);
      }}
    >
      <legend className="visually-hidden">Remove “{title}”?</legend>
      <p>Every chunk goes, for good.</p>
      <Button ref={button} onClick={() => setIsAsked(false)}>
        Keep it
      </Button>
      <Button className={styles.danger} onClick={onRemove}>
        Remove for good
      </Button>
    </fieldset>
  );
}
