import type { ComponentProps, ReactNode, Ref } from 'react';
import { Button } from '../design/button.tsx';
import { EndIcon, PauseIcon, PlayIcon, RestartIcon, StepIcon } from '../design/icons.tsx';
import { figure } from '../facts/figures.ts';
import type { Playback, Player } from '../platform/player.ts';
import styles from './player-controls.module.css';

/** Where a session stands. */
export interface PlayerPlace extends Playback {
  /** Messages appended so far. */
  readonly position: number;
  /** All messages; 0 while they are loaded. */
  readonly length: number;
  /** Every message was appended and stored: a reload finds them all. */
  readonly isOver: boolean;
}

/** Play, pause, step, start over, and how far it is. The strip above shows the way. */
export function PlayerControls({
  player,
  place: { status, isAtRest, position, length, isOver },
  mainButton,
  onRestart,
  isReady,
}: {
  readonly player: Player;
  readonly place: PlayerPlace;
  readonly mainButton?: Ref<HTMLButtonElement>;
  readonly onRestart: () => void;
  readonly isReady: boolean;
}) {
  const main: { icon: ReactNode; label: string; act: () => void } = isOver
    ? { icon: <RestartIcon />, label: 'Replay', act: onRestart }
    : status === 'playing'
      ? { icon: <PauseIcon />, label: 'Pause', act: player.pause }
      : { icon: <PlayIcon />, label: 'Play', act: player.play };
  return (
    <section className={styles.controls} aria-label="Player">
      <ControlButton
        ref={mainButton}
        look="primary"
        className={styles.play}
        isOff={!isReady}
        onClick={main.act}
      >
        {main.icon}
        {main.label}
      </ControlButton>
      <ControlButton isOff={!isReady || isOver || !isAtRest} onClick={player.step}>
        <StepIcon /> Step
      </ControlButton>
      <ControlButton isOff={!isReady || isOver} onClick={player.toEnd}>
        <EndIcon /> To the end
      </ControlButton>
      <ControlButton
        look="quiet"
        title="Start over"
        aria-label="Start over"
        isOff={!isReady || position === 0}
        onClick={onRestart}
      >
        <RestartIcon />
      </ControlButton>
      <p className={styles.position}>
        {length === 0 && 'Loading …'}
        {length > 0 && (isOver ? `All ${figure(length)} messages` : positionText(position, length))}
      </p>
    </section>
  );
}

function positionText(position: number, length: number): string {
  return `${figure(position)} of ${figure(length)}`;
}

/**
 * A button that can be off and keeps the focus all the same: a person who presses Step again and again
 * stays on it while it works. A press while it is off does nothing.
 */
function ControlButton({
  isOff,
  onClick,
  ...rest
}: ComponentProps<typeof Button> & { readonly isOff: boolean }) {
  return <Button {...rest} aria-disabled={isOff} onClick={isOff ? undefined : onClick} />;
}
