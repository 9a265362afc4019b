import type { ReactNode } from 'react';
import { figure, plural } from '../facts/figures.ts';
import { countPresence, type Presence } from '../facts/presence.ts';
import styles from './facts-bar.module.css';

/** The presences of messages in words, the most important first. */
const LEGEND: readonly (readonly [Presence, string])[] = [
  ['whole', 'in context'],
  ['shortened', 'shortened'],
  ['left', 'out of it'],
  ['waiting', 'not sent yet'],
];

/** The budget, and how many messages stand where: the colours of the chat in words. */
export function FactsBar({
  presences,
  children,
}: {
  /** One for each message of the conversation. */
  readonly presences: readonly Presence[];
  /** The control of the budget. */
  readonly children: ReactNode;
}) {
  const counts = countPresence(presences);
  const { length } = presences;
  return (
    <section className={styles.facts} aria-label="Facts">
      {children}
      <ul className={styles.line}>
        <li>
          {figure(length)} {plural(length, 'message')}
        </li>
        {LEGEND.map(
          ([presence, words]) =>
            counts[presence] > 0 && (
              <li key={presence} className={styles.legend} data-presence={presence}>
                {figure(counts[presence])} {words}
              </li>
            ),
        )}
      </ul>
    </section>
  );
}
