import type { Explanation } from '@agent-memory/models';
import styles from './failure-text.module.css';

/** A failure in words: what happened, then what can be done, with commands to copy. */
export function FailureText({ sentence, remedies }: Explanation) {
  return (
    <span className={styles.failure}>
      <span>{sentence}</span>
      {remedies.map(({ text, command }) => (
        <span key={text} className={styles.remedy}>
          {text}
          {command !== undefined && <code className={styles.command}>{command}</code>}
        </span>
      ))}
    </span>
  );
}
