import type { ReactNode } from 'react';
import type { KeptCalls } from '../../source/call-facts.ts';
import { callTitle } from '../../view-model/time-words.ts';

/** Says that the past is shown, and leads back. Once it is there it is announced, not at each step. */
export function PastBanner({
  call,
  kept,
  hasLongTerm,
  onBack,
}: {
  /** `undefined`: the present. */
  readonly call: number | undefined;
  readonly kept: KeptCalls;
  /** Beside the session there are long-term records, of which no past is kept. */
  readonly hasLongTerm: boolean;
  readonly onBack: () => void;
}): ReactNode {
  return (
    <>
      {call !== undefined && (
        <div className="past-banner">
          <p>
            <b>{callTitle(call, kept)}</b> · the past
            {hasLongTerm && <span className="past-note"> · {RECORDS_OF_TODAY}</span>}
          </p>
          <button type="button" className="button" onClick={onBack}>
            Back to live
          </button>
        </div>
      )}
      <p className="hidden" role="status">
        {call === undefined ? '' : pastWords(hasLongTerm)}
      </p>
    </>
  );
}

const RECORDS_OF_TODAY = 'Memories shows today’s records; changes there are real';

function pastWords(hasLongTerm: boolean): string {
  const records = hasLongTerm ? ` ${RECORDS_OF_TODAY}.` : '';
  return `The past is shown.${records} Escape in the strip goes back to live.`;
}
