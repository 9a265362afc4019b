import type { ReactNode } from 'react';

/** Rows of the tab Memories, under how many there are and a note or buttons beside it. */
export function RowsFrame({
  count,
  beside,
  children,
}: {
  readonly count: string;
  readonly beside: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="record-area">
      <div className="record-head">
        <p className="record-count" role="status">
          {count}
        </p>
        {beside}
      </div>
      {children}
    </div>
  );
}
