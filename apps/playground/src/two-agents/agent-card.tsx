import type { Agent } from './agent-pair.ts';
import styles from './two-agents.module.css';
import type { AgentView } from './use-agent-view.ts';

/** Everything that one agent sees, each with where it is from, and what of its own is held back. */
export function AgentCard({
  agent: { title, user },
  view: { seen, held },
  problem,
}: {
  readonly agent: Agent;
  readonly view: AgentView;
  readonly problem: string | undefined;
}) {
  return (
    <section className={styles.card} aria-label={`The ${title} sees`}>
      <h2>
        {title} <span>works for {user}</span>
      </h2>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          It could not be read; nothing was changed. {problem}
        </p>
      )}
      {seen.length === 0 && problem === undefined && (
        <p className={styles.none}>Sees nothing yet.</p>
      )}
      {seen.length > 0 && (
        <ul className={styles.seen}>
          {seen.map(({ id, text, from, facts }) => (
            <li key={id} data-from={from}>
              <p className={styles.text}>{from === 'shared-by-others' ? `“${text}”` : text}</p>
              <p className={styles.facts}>{facts}</p>
            </li>
          ))}
        </ul>
      )}
      {held.length > 0 && (
        <section className={styles.held} aria-label={`Held from the ${title}`}>
          <h3>Held in quarantine</h3>
          <ul>
            {held.map(({ id, record, reasons }) => (
              <li key={id}>
                <p className={styles.text}>{record.text}</p>
                <p className={styles.facts}>{reasons[0]}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </section>
  );
}
