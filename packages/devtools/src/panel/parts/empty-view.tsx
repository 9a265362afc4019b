import type { ReactNode } from 'react';

/** Says why there is nothing here, and how there would be. */
export function EmptyView({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}
