import { ATTACKS } from './pages/example-pages.ts';
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
    title: 'Send it on an errand, and kill the page in the middle',
    hint: 'Each step is stored before the next one begins. Press “Kill this tab” while it works: it goes on where it was, and the shop is asked nothing twice.',
    texts: ['Check my orders', 'What was the tracking number of order ZFC92Q?'],
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
  {
    title: 'Say something in passing, start over, ask',
    hint: 'When an answer is given, memory reads what was said by itself, without a model: it keeps what you say about yourself, and leaves the rest.',
    texts: ['What is 6 * 7? By the way, I prefer a bunk bed', 'Which bed do I prefer?'],
  },
  {
    title: 'Let it read pages that try to deceive it',
    hint: 'Each of these pages, written for this playground, attacks in another way. No word of theirs becomes a fact: it is quoted from outside, or held until you look at it.',
    texts: ATTACKS.map(({ about }) => `Read the page about ${about}`),
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
