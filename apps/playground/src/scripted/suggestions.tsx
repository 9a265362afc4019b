import { Button } from '../design/button.tsx';
import { DECEIVING_PAGES } from './respond.ts';
import styles from './suggestions.module.css';

/** Ways to try the memory, best in this order. */
const GROUPS = [
  {
    title: 'Tell it something, fill the context, ask for it',
    hint: 'Everything it knows must be in its context. Once your message has left, the summary still has to hold the value.',
    texts: ['My order number is A-20417', 'Tell me a long story', 'What is my order number?'],
  },
  {
    title: 'Tell it what you prefer, start over, ask',
    hint: 'What you say about yourself outlives the conversation, also for a model that answers here. Open Memories in the panel to see each record, correct it, or erase it.',
    texts: [
      'I prefer an aisle seat',
      'Which seat do I prefer?',
      'No, I prefer a window seat',
      'Remember that I am allergic to nuts',
      'Forget my seat',
      'Tell me a long story. By the way, I prefer a bunk bed',
    ],
  },
  {
    title: 'Let it read pages that try to deceive it',
    hint: 'Nothing they say becomes a fact: it is quoted as text from outside, or held until you have looked at it.',
    texts: DECEIVING_PAGES,
  },
] as const;

/** Suggests first messages for the scripted assistant. */
export function Suggestions({ onSuggest }: { readonly onSuggest: (text: string) => void }) {
  return (
    <div className={styles.suggestions}>
      {GROUPS.map(({ title, hint, texts }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{hint}</p>
          <ul className={styles.chips}>
            {texts.map((text) => (
              <li key={text}>
                <Button onClick={() => onSuggest(text)}>{text}</Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
