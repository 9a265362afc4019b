import { UserMemories } from '@agent-memory/react/long-term';
import setup from '../design/setup.module.css';
import { usePageParts } from '../session/page-parts.ts';
import { TidyUp } from '../tidy/tidy-up.tsx';
import styles from './about-you.module.css';

/** What long-term memory holds about the person, for them to see and change. */
export function AboutYou() {
  const { longTerm } = usePageParts();
  return (
    <div className={setup.setup}>
      <UserMemories longTerm={longTerm} className={styles.about ?? ''} />
      <TidyUp longTerm={longTerm} />
    </div>
  );
}
