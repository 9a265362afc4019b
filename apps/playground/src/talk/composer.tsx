import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { Button } from '../design/button.tsx';
import { SendIcon, StopIcon } from '../design/icons.tsx';
import styles from './talk.module.css';

/** Where the user writes. Enter sends, Shift and Enter starts a new line. */
export function Composer({
  field,
  isBusy,
  onSend,
  onStop,
}: {
  /** The field, for who wants it to have the focus. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly isBusy: boolean;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
}) {
  const [text, setText] = useState('');
  const canSend = !isBusy && text.trim() !== '';
  const send = (event?: FormEvent): void => {
    event?.preventDefault();
    if (!canSend) return;
    onSend(text.trim());
    setText('');
  };
  const stop = (): void => {
    onStop();
    // The button goes away; the person who pressed it goes on writing.
    field.current?.focus();
  };
  const sendByKey = (event: KeyboardEvent): void => {
    // While letters are being composed, Enter chooses among them.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form className={styles.composer} onSubmit={send}>
      <textarea
        ref={field}
        className={styles.field}
        aria-label="Message"
        placeholder="Write a message"
        rows={1}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={sendByKey}
      />
      {isBusy ? (
        <Button className={styles.action} onClick={stop}>
          <StopIcon /> Stop
        </Button>
      ) : (
        <Button type="submit" look="primary" className={styles.action} disabled={!canSend}>
          <SendIcon /> Send
        </Button>
      )}
    </form>
  );
}
