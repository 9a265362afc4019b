import { Button } from '../design/button.tsx';
import styles from './suggestions.module.css';

/** Ways to try the memory, best in this order. */
const TEXTS = [
  'My order number is A-20417',
  'I prefer an aisle seat',
  'Tell me a long story',
  'What is my order number?',
];

/** Suggests first messages for the scripted assistant. */
export function Suggestions({ onSuggest }: { readonly onSuggest: (text: string) => void }) {
  return (
    <section className={styles.suggestions}>
      <h2>Tell it something, fill the context, ask for it</h2>
      <p>
        Everything it knows must be in its context. What you say about yourself outlives the
        conversation: see Memories in the panel.
      </p>
      <ul className={styles.chips}>
        {TEXTS.map((text) => (
          <li key={text}>
            <Button onClick={() => onSuggest(text)}>{text}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
