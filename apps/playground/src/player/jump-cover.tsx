import { useEffect, useRef } from 'react';
import { Button } from '../design/button.tsx';
import { figure } from '../facts/figures.ts';
import styles from './player-page.module.css';
import type { Player } from './use-player.ts';

/** Stands in place of a session that is on its way to its end: drawing every step takes most of the time. */
export function JumpCover({ player: { position, length, pause } }: { readonly player: Player }) {
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => stop.current?.focus(), []);
  return (
    <section className={styles.jump} aria-label="On the way to the end">
      <p>
        Message {figure(position)} of {figure(length)}
      </p>
      <progress aria-label="Progress" max={Math.max(1, length)} value={position} />
      <p>Every call of the model is made; they are shown when the end is reached.</p>
      <Button ref={stop} onClick={pause}>
        Stop here
      </Button>
    </section>
  );
}
