import { type ReactNode, useEffect, useRef } from 'react';

/** A button that yields to what it opens, and has the focus again when that has closed. */
export function Opener({
  name,
  text,
  hasFocus,
  onOpen,
}: {
  readonly name: string;
  /** What it is about, where the same button stands beside others. */
  readonly text?: string;
  readonly hasFocus: boolean;
  readonly onOpen: () => void;
}): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasFocus) button.current?.focus();
  }, [hasFocus]);
  return (
    <button
      ref={button}
      type="button"
      {...(text !== undefined && { 'aria-label': `${name}: ${text}` })}
      onClick={onOpen}
    >
      {name}
    </button>
  );
}
