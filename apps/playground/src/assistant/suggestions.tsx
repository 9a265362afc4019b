import styles from './suggestions.module.css';

const SUGGESTIONS = [
  'My order number is A-20417',
  'Tell me a long story',
  'What is my order number?',
  'Look up my order',
  'Remember that I am allergic to nuts',
  'What is 12.5 * (3 + 4)?',
] as const;

/** Suggests first messages for an assistant that nobody has said anything to. */
export function Suggestions({ onSuggest }: { readonly onSuggest: (text: string) => void }) {
  return (
    <div className={styles.suggestions}>
      <h2>Tell it something, bury it under stories, ask for it again</h2>
      <p>
        It knows only what is in its context. When a fact has left, see whether what stands for it
        still holds the value.
      </p>
      <ul className={styles.chips}>
        {SUGGESTIONS.map((text) => (
          <li key={text}>
            <button type="button" className={styles.chip} onClick={() => onSuggest(text)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
