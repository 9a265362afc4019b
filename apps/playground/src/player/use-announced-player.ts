import { useEffect, useRef } from 'react';
import { useAnnounce } from '../app/announcer.tsx';
import { figure } from '../facts/figures.ts';
import type { Player } from './use-player.ts';

/** The part of a player that is read out. */
export type PlayerPlace = Pick<Player, 'status' | 'position' | 'length' | 'isOver'>;

/** Has the end of play and of every single step read out; a session opened at its end is silent. */
export function useAnnouncedPlayer({ status, position, length, isOver }: PlayerPlace): void {
  const announce = useAnnounce();
  const before = useRef<Player['status']>('paused');
  /** The session whose play stopped, by its length: what was played last may show a frame later. */
  const stopped = useRef<number>(undefined);
  useEffect(() => {
    const was = before.current;
    before.current = status;
    const hasStopped = was !== 'paused' && status === 'paused';
    if (hasStopped) stopped.current = length;
    if (status !== 'paused' || stopped.current !== length) stopped.current = undefined;
    if (isOver && stopped.current === length) {
      stopped.current = undefined;
      announce(`Played to the end: ${figure(length)} messages.`);
    } else if (hasStopped && was === 'stepping') {
      announce(`At message ${figure(position)} of ${figure(length)}.`);
    }
  }, [status, position, length, isOver, announce]);
}
