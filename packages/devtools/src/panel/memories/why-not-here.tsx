import { type ReactNode, useCallback } from 'react';
import type { LongTermSource } from '../../source/long-term-source.ts';
import { whyNotRecalled } from '../../view-model/why-not-recalled.ts';
import { WhyQuestion } from './why-question.tsx';

/** Records that a context takes in where the app names no other limit [RET-2]. */
const USUAL_LIMIT = 5;

/** Asks why a record is not in the context; that counts as no use of it. */
export function WhyNotHere({
  recordId,
  isMuted,
  longTerm,
}: {
  readonly recordId: string;
  /** A person marked it against recall. */
  readonly isMuted: boolean;
  readonly longTerm: LongTermSource;
}): ReactNode {
  return (
    <WhyQuestion
      find={useCallback(
        (text: string) => longTerm.recall({ text, limit: USUAL_LIMIT }),
        [longTerm],
      )}
      explain={(recall) => whyNotRecalled(recall, recordId, isMuted)}
    />
  );
}
