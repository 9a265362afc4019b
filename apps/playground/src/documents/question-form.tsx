import { type FormEvent, type RefObject, useState } from 'react';
import { Button } from '../design/button.tsx';
import { SendIcon } from '../design/icons.tsx';
import styles from './documents.module.css';

/** Where a person asks the documents. */
export function QuestionForm({
  field,
  isBusy,
  onAsk,
}: {
  /** The field, for who wants it to have the focus. */
  readonly field: RefObject<HTMLInputElement | null>;
  readonly isBusy: boolean;
  readonly onAsk: (question: string) => void;
}) {
  const [text, setText] = useState('');
  const canAsk = !isBusy && text.trim() !== '';
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    if (!canAsk) return;
    onAsk(text.trim());
    setText('');
  };
  return (
    <form className={styles.form} aria-busy={isBusy} onSubmit={ask}>
      <input
        ref={field}
        className={styles.field}
        aria-label="Question"
        placeholder="Ask the documents"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" look="primary" className={styles.ask} aria-disabled={!canAsk}>
        <SendIcon /> Ask
      </Button>
    </form>
  );
}
