import type { ReactNode } from 'react';

/** Opens and folds a part of a tab; stands in the line that says the part in short. */
export function FoldToggle({
  isOpen,
  controls,
  onToggle,
  children,
}: {
  readonly isOpen: boolean;
  /** Id of the element that is folded away. */
  readonly controls: string;
  readonly onToggle: (isOpen: boolean) => void;
  /** The name of the part. */
  readonly children: string;
}): ReactNode {
  return (
    <button
      type="button"
      className="fold-toggle"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={() => onToggle(!isOpen)}
    >
      {children}
    </button>
  );
}
