import styles from './suggestions.module.css';

/** Suggestions that lead through long-term memory, in the order in which they are best tried. */
const GROUPS = [
  {
    title: 'Tell it something, bury it under stories, ask for it again',
    hint: 'It knows only what is in its context. When a fact has left, see whether what stands for it still holds the value.',
    texts: [
      'My order number is A-20417',
      'Tell me a long story',
      'What is my order number?',
      'Look up my order',
      'Remember that I am allergic to nuts',
      'What is 12.5 * (3 + 4)?',
    ],
  },
  {
    title: 'Tell it what you prefer, start over, ask',
    hint: 'What you say about yourself is kept beyond the conversation. Open Memories beside the chat to see each record, correct it, or erase it.',
    texts: [
      'I prefer an aisle seat',
      'Which seat do I prefer?',
      'No, I prefer a window seat',
      'What did you know a minute ago?',
      'Forget my seat',
      'Erase my seat',
    ],
  },
] as const;

/** Suggests first messages for an assistant that nobody has said anything to. */
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
                <button type="button" className={styles.chip} onClick={() => onSuggest(text)}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
