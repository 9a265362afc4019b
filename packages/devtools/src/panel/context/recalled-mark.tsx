import type { Role } from '@agent-memory/core';
import type { ReactNode } from 'react';
import { usePanel } from '../parts/panel-context.ts';
import { useRecalled } from '../parts/use-recalled.ts';

/** Says of a row that it brings originals back, with the way to the first of them. */
export function RecalledMark({
  role,
  seq,
}: {
  readonly role: Role | undefined;
  readonly seq: number | undefined;
}): ReactNode {
  const { goToMessage } = usePanel();
  const recalled = useRecalled(role, seq);
  if (!recalled) return null;
  const [first, ...more] = recalled.seqs;
  return (
    <span className="recalled-mark" dir="ltr">
      <span className="tag" data-recalled="">
        recalled
      </span>
      {first !== undefined && (
        // By keys the ways stand in the details.
        <button
          type="button"
          className="link"
          tabIndex={-1}
          aria-label={`Go to the original, message #${first}`}
          onClick={(event) => {
            event.stopPropagation();
            goToMessage(first);
          }}
        >
          #{first}
        </button>
      )}
      {more.length > 0 && <span className="quiet">+{more.length}</span>}
    </span>
  );
}
