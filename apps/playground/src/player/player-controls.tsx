import type { ComponentProps, Ref } from 'react';
import { Button } from '../design/button.tsx';
import { EndIcon, PauseIcon, PlayIcon, RestartIcon, StepIcon } from '../design/icons.tsx';
import { Segmented } from '../design/segmented.tsx';
import { figure } from '../facts/figures.ts';
import styles from './player-controls.module.css';
import { SPEEDS, type Speed, speedLabel } from './speed.ts';
import type { Player } from './use-player.ts';

/** Play, pause, step, start over; how far it is; how fast it goes. The strip above shows the way. */
export function PlayerControls({
  player,
  mainButton,
  speed,
  onSpeed,
  onRestart,
  isReady,
}: {
  readonly player: Player;
  readonly mainButton?: Ref<HTMLButtonElement>;
  readonly speed: Speed;
  readonly onSpeed: (speed: Speed) => void;
  readonly onRestart: () => void;
  readonly isReady: boolean;
}) {
  const { isAtRest, position, isOver } = player;
  return (
    <section className={styles.controls} aria-label="Player">
      <div className={styles.buttons}>
        <MainButton ref={mainButton} player={player} isReady={isReady} onRestart={onRestart} />
        <ControlButton isOff={!isReady || isOver || !isAtRest} onClick={player.step}>
          <StepIcon />
          <span className={styles.word}>Step</span>
        </ControlButton>
        <ControlButton isOff={!isReady || isOver} onClick={player.toEnd}>
          <EndIcon />
          <span className={styles.word}>To the end</span>
        </ControlButton>
        <ControlButton
          look="quiet"
          className={isOver ? styles.away : undefined}
          title="Start over"
          aria-label="Start over"
          isOff={!isReady || position === 0}
          onClick={onRestart}
        >
          <RestartIcon />
        </ControlButton>
      </div>
      <p className={styles.position}>{positionText(player)}</p>
      <Segmented
        legend="Speed"
        segments={SPEEDS.map((value) => ({ value, label: speedLabel(value) }))}
        value={speed}
        onChange={onSpeed}
      />
    </section>
  );
}

/** The button for the next move: play, pause, or once it is over play it again from the start. */
function MainButton({
  ref,
  player,
  isReady,
  onRestart,
}: {
  readonly ref: Ref<HTMLButtonElement> | undefined;
  readonly player: Player;
  readonly isReady: boolean;
  readonly onRestart: () => void;
}) {
  const { icon, label, act } = mainAction(player, onRestart);
  return (
    <ControlButton ref={ref} look="primary" className={styles.play} isOff={!isReady} onClick={act}>
      {icon}
      {label}
    </ControlButton>
  );
}

/**
 * A button that can be off and keeps the focus all the same: whoever presses Step again and again
 * stays on it while it works. A press while it is off does nothing.
 */
function ControlButton({
  isOff,
  onClick,
  ...rest
}: ComponentProps<typeof Button> & { readonly isOff: boolean }) {
  return <Button {...rest} aria-disabled={isOff} onClick={isOff ? undefined : onClick} />;
}

function positionText({ isOver, position, length }: Player): string {
  if (length === 0) return 'Loading …';
  return isOver ? `All ${figure(length)} messages` : `${figure(position)} of ${figure(length)}`;
}

function mainAction(player: Player, onRestart: () => void) {
  if (player.isOver) return { icon: <RestartIcon />, label: 'Replay', act: onRestart };
  if (player.status === 'playing')
    return { icon: <PauseIcon />, label: 'Pause', act: player.pause };
  return { icon: <PlayIcon />, label: 'Play', act: player.play };
}
