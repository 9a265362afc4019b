import { useSyncExternalStore } from 'react';
import { Segmented } from '../design/segmented.tsx';
import type { BreakableSummarizer, SummariserMood } from './breakable-summarizer.ts';
import styles from './summariser-switch.module.css';

const MOODS: readonly { readonly value: SummariserMood; readonly label: string }[] = [
  { value: 'works', label: 'Works' },
  { value: 'fails', label: 'Fails' },
  { value: 'hangs', label: 'Hangs' },
  { value: 'babbles', label: 'Babbles' },
];

/** Breaks the summariser, and mends it. */
export function SummariserSwitch({ summarizer }: { readonly summarizer: BreakableSummarizer }) {
  const mood = useSyncExternalStore(summarizer.subscribe, () => summarizer.mood);
  return (
    <div className={styles.switch}>
      <span aria-hidden="true">Summariser</span>
      <Segmented legend="Summariser" segments={MOODS} value={mood} onChange={summarizer.behave} />
    </div>
  );
}
