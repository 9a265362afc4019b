import { useState } from 'react';
import { figure } from '../facts/figures.ts';
import { InlineText } from './inline-text.tsx';
import styles from './long-text.module.css';

const LONG_CHARACTERS = 1_600;
const LONG_LINES = 24;

/** A text, whole when it is short; otherwise its beginning, and the rest when it is asked for. */
export function LongText({
  text,
  className,
}: {
  readonly text: string;
  readonly className: string;
}) {
  const [isWhole, setIsWhole] = useState(false);
  if (!isLong(text)) {
    return (
      <p className={className}>
        <InlineText text={text} />
      </p>
    );
  }
  return (
    <div className={styles.long}>
      <p className={`${className} ${isWhole ? '' : styles.cut}`}>
        <InlineText text={isWhole ? text : text.slice(0, LONG_CHARACTERS)} />
      </p>
      <button
        type="button"
        className={styles.more}
        aria-expanded={isWhole}
        onClick={() => setIsWhole(!isWhole)}
      >
        {isWhole ? 'Show less' : `Show all ${figure(text.length)} characters`}
      </button>
    </div>
  );
}

function isLong(text: string): boolean {
  return text.length > LONG_CHARACTERS || text.split('\n', LONG_LINES + 1).length > LONG_LINES;
}
