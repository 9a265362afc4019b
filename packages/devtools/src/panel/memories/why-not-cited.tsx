import type { DocumentChunk } from '@agent-memory/long-term/documents';
import { type ReactNode, useCallback } from 'react';
import type { DocumentSource } from '../../source/document-facts.ts';
import { decisionOnRecord } from '../../view-model/record-rows.ts';
import { RANKED_PASSAGES, whyNotCited } from '../../view-model/why-not-cited.ts';
import { DecisionSection } from '../detail/decision-section.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { WhyQuestion } from './why-question.tsx';

/** The decision on a passage of a document in the context that stands, or the way to ask why there is none. */
export function WhyNotCited({
  chunk: { id, number },
  documents,
}: {
  readonly chunk: DocumentChunk;
  readonly documents: DocumentSource;
}): ReactNode {
  const { plan } = usePanel().state;
  const find = useCallback(
    (text: string) => documents.search({ text, limit: RANKED_PASSAGES }),
    [documents],
  );
  if (!plan) return null;
  const decision = decisionOnRecord(plan, id);
  if (decision) {
    return (
      <DecisionSection
        decision={decision}
        title={decision.tokens.sent === 0 ? 'Why not here?' : 'In the context now'}
      />
    );
  }
  return (
    <WhyQuestion
      label={`Why not here? Chunk ${number}`}
      find={find}
      explain={(found) => whyNotCited(found, id)}
    />
  );
}
