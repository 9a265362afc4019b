import { Button } from '../../design/button.tsx';
import styles from './run-bar.module.css';
import type { Activity } from './run-session.ts';

/** The step that a run is at, and the button that kills the page under it. */
export function RunBar({
  activity,
  onKill,
}: {
  readonly activity: Activity;
  readonly onKill: () => void;
}) {
  const { step, toolName } = activity;
  return (
    <div className={styles.bar}>
      <p>
        <b>Step {step}</b> {toolName ? <code>{toolName}</code> : 'deciding what comes next'}
      </p>
      <Button onClick={onKill} title="Reloads the page at once: nothing is saved first">
        Kill this tab
      </Button>
    </div>
  );
}
