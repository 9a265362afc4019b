import { ChevronIcon } from '../design/icons.tsx';
import { figure } from '../facts/figures.ts';
import styles from './thinking-fold.module.css';

/** A model's thoughts ahead of its words; folded until somebody wants to read them. */
export function ThinkingFold({ text }: { readonly text: string }) {
  return (
    <details className={styles.fold}>
      <summary className={styles.summary}>
        <span className={styles.chevron}>
          <ChevronIcon />
        </span>
        Thinking
        <span className={styles.size}>{figure(text.length)} characters</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it. */}
      <p className={styles.text} tabIndex={0}>
        {text}
      </p>
    </details>
  );
}
