import type { Evidence } from '@agent-memory/long-term';
import type { ReactNode } from 'react';
import { MessageLink } from '../elements/elements.tsx';
import { arrived, useAnswer, usePanel } from '../elements/panel-context.ts';

/** The messages that a record was drawn from; those of the open session can be gone to. */
export function EvidenceList({ evidence }: { readonly evidence: readonly Evidence[] }): ReactNode {
  const { source } = usePanel();
  const asked = useAnswer(() => {
    const own = source.sessionId ?? source.name;
    return Promise.all(
      evidence.map(({ sessionId, entryId }) =>
        sessionId === own ? source.entryById(entryId) : undefined,
      ),
    );
  }, [source, evidence]);
  const entries = arrived(asked) ?? [];
  if (evidence.length === 0) return <p className="quiet">No message is named as its evidence.</p>;
  return (
    <ul className="evidence" aria-label="Drawn from">
      {evidence.map(({ sessionId, entryId }, index) => {
        const entry = entries[index];
        return (
          <li key={`${sessionId}/${entryId}`}>
            <span className="relation">Drawn from </span>
            {entry ? (
              <MessageLink entry={entry} />
            ) : (
              <>
                a message of session <code>{sessionId}</code>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
