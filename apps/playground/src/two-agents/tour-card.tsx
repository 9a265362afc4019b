import { Button } from '../design/button.tsx';
import type { AgentPair } from './agent-pair.ts';
import { actWords, TOUR, type TourStep } from './tour.ts';
import styles from './two-agents.module.css';

/** The next step of the tour, with the button that takes it. */
export function TourCard({
  pair,
  position,
  isBusy,
  onStep,
  onRestart,
}: {
  readonly pair: AgentPair;
  /** How many steps were taken. */
  readonly position: number;
  readonly isBusy: boolean;
  readonly onStep: (step: TourStep) => void;
  readonly onRestart: () => void;
}) {
  const step = TOUR[position];
  return (
    <section className={styles.tour} aria-label="Tour">
      <p className={styles.count}>
        {step ? `Step ${position + 1} of ${TOUR.length}` : `All ${TOUR.length} steps`}
      </p>
      <p className={styles.hint}>
        {step
          ? step.hint
          : 'That was the tour. Go on below: let either agent be told, note, share or be asked something of yours.'}
      </p>
      {step ? (
        <Button
          look="primary"
          className={styles.step}
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) onStep(step);
          }}
        >
          <span>
            {actWords(step.act.way, pair[step.act.agent])}: “{step.act.text}”
          </span>
        </Button>
      ) : (
        <Button className={styles.step} onClick={onRestart}>
          Take the tour again
        </Button>
      )}
    </section>
  );
}
