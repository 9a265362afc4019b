import { countPresence, type PresenceRun } from '../chat/presence.ts';
import { figure } from './figures.ts';
import styles from './presence-strip.module.css';

/** The whole transcript at a glance, first message to last: what is in the context and what left it. */
export function PresenceStrip({
  runs,
  length,
}: {
  readonly runs: readonly PresenceRun[];
  readonly length: number;
}) {
  return (
    <div className={styles.strip} role="img" aria-label={stripLabel(runs, length)}>
      {runs.map((run) => (
        <i
          key={run.fromSeq}
          data-presence={run.presence}
          style={{ flexGrow: run.toSeq - run.fromSeq }}
        />
      ))}
    </div>
  );
}

function stripLabel(runs: readonly PresenceRun[], length: number): string {
  if (length === 0) return 'No messages yet';
  const { whole, shortened, left, waiting } = countPresence(runs);
  const parts = [
    `${figure(whole)} whole in the context`,
    shortened > 0 && `${figure(shortened)} shortened`,
    left > 0 && `${figure(left)} left it`,
    waiting > 0 && `${figure(waiting)} not yet sent`,
  ];
  return `Of ${figure(length)} messages: ${parts.filter(Boolean).join(', ')}`;
}
