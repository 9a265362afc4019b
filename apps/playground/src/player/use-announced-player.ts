import { useEffect, useRef } from 'react';
import { useAnnounce } from '../app/announcer.tsx';
import { figure } from '../facts/figures.ts';
import type { Player } from './use-player.ts';

/** Has the end of play and of every single step read out; a session opened at its end is silent. */
export function useAnnouncedPlayer({ status, position, length, isOver }: Player): void {
  const announce = useAnnounce();
  const before = useRef<Player['status']>('paused');
  useEffect(() => {
    const was = before.current;
    before.current = status;
    if (was === 'paused' || status !== 'paused') return;
    if (isOver) announce(`Played to the end: ${figure(length)} messages.`);
    else if (was === 'stepping') announce(`At message ${figure(position)} of ${figure(length)}.`);
  }, [status, position, length, isOver, announce]);
}
