import type { ReactNode } from 'react';
import { usePanel } from '../parts/panel-context.ts';

/** The beginning of a record, which opens it; plain words where there is nothing to open. */
export function RecordLink({
  id,
  start,
  isTabStop = true,
}: {
  readonly id: string | undefined;
  readonly start: string;
  /** False in the row of a grid, which is one tab stop as a whole. */
  readonly isTabStop?: boolean;
}): ReactNode {
  const { dispatchMemories } = usePanel();
  if (id === undefined) return <span className="hit-text">{start}</span>;
  return (
    <button
      type="button"
      className="link hit-text"
      tabIndex={isTabStop ? undefined : -1}
      onClick={(event) => {
        event.stopPropagation();
        dispatchMemories({ type: 'select', id });
      }}
    >
      {start}
    </button>
  );
}
