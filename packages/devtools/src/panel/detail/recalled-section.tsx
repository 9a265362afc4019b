import type { Role } from '@agent-memory/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../view-model/format.ts';
import { recallCall } from '../../view-model/run-words.ts';
import { usePanel } from '../parts/panel-context.ts';
import { useRecalled } from '../parts/use-recalled.ts';

/** A result can quote hundreds of messages; so many ways are shown. */
const MOST_WAYS = 40;

/** The originals that a message brought back, with the ways to them. */
export function RecalledSection({
  role,
  seq,
}: {
  readonly role: Role;
  readonly seq: number;
}): ReactNode {
  const { goToMessage } = usePanel();
  const recalled = useRecalled(role, seq);
  if (!recalled) return null;
  const { toolName, seqs } = recalled;
  const hidden = seqs.length - MOST_WAYS;
  return (
    <section className="recalled" aria-label="Recalled">
      <p>
        <span className="tag" data-recalled="">
          recalled
        </span>{' '}
        {seqs.length === 0 ? (
          <>
            <code>{toolName}</code> brought no message of this branch back.
          </>
        ) : (
          <>
            <code>{toolName}</code> brought back, to the letter:
          </>
        )}
      </p>
      {seqs.length > 0 && (
        <ul className="related" aria-label="Originals">
          {seqs.slice(0, MOST_WAYS).map((original) => (
            <li key={original}>
              <button type="button" className="link" onClick={() => goToMessage(original)}>
                Message #{original}
              </button>
            </li>
          ))}
          {hidden > 0 && <li className="quiet">and {formatCount(hidden, 'message')} more</li>}
        </ul>
      )}
    </section>
  );
}

/** Names the call by which the model has messages brought back, where it has the tool; `toSeq` is exclusive. */
export function RecallCallLine({
  fromSeq,
  toSeq,
}: {
  readonly fromSeq: number;
  readonly toSeq: number;
}): ReactNode {
  const { source } = usePanel();
  if (!source.runs) return null;
  const whole = toSeq - fromSeq > 1 ? 'them' : 'it';
  return (
    <p className="recall-call">
      The model brings {whole} back whole with <code>{recallCall(fromSeq, toSeq)}</code>.
    </p>
  );
}
