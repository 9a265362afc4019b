import { type FormEvent, type ReactNode, type RefObject, useState } from 'react';
import { Button } from './button.tsx';
import { SendIcon } from './icons.tsx';
import styles from './text-entry.module.css';

/** One line of text and the button that sends it, which also empties the line; blanks are not sent. */
export function TextEntry({
  name,
  label,
  placeholder,
  action,
  field,
  isBusy,
  onSend,
  children,
}: {
  /** The name of the form. */
  readonly name: string;
  /** The name of the line. */
  readonly label: string;
  readonly placeholder: string;
  /** The words on the button. */
  readonly action: string;
  /** The line, for who wants it to have the focus. */
  readonly field?: RefObject<HTMLInputElement | null>;
  readonly isBusy: boolean;
  /** Is given the text without blanks around it. */
  readonly onSend: (text: string) => void;
  /** Stands above the line. */
  readonly children?: ReactNode;
}) {
  const [text, setText] = useState('');
  const canSend = !isBusy && text.trim() !== '';
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (!canSend) return;
    onSend(text.trim());
    setText('');
  };
  return (
    <form className={styles.form} aria-label={name} aria-busy={isBusy} onSubmit={send}>
      {children}
      <div className={styles.row}>
        <input
          ref={field}
          className={styles.field}
          aria-label={label}
          placeholder={placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" look="primary" className={styles.send} aria-disabled={!canSend}>
          <SendIcon /> {action}
        </Button>
      </div>
    </form>
  );
}
