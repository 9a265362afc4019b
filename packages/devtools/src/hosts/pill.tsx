import type { ReactNode, Ref } from 'react';
import { useSourceState } from '../panel/use-source-state.ts';
import { pillFacts } from '../view-model/pill-facts.ts';
import type { NamedSource } from './shown-memory.ts';

/** The corner of the page in which the pill is. */
export type PillCorner = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left';

/** How full the context is, and the number of findings; a click opens the panel. */
export function Pill({
  shown: { name, source },
  corner,
  onOpen,
  ref,
}: {
  readonly shown: NamedSource;
  readonly corner: PillCorner;
  readonly onOpen: () => void;
  readonly ref: Ref<HTMLButtonElement>;
}): ReactNode {
  const state = useSourceState(source, true);
  const { segments, text, findings, severity, label } = pillFacts(name, state);
  return (
    <button
      ref={ref}
      type="button"
      className="pill"
      data-corner={corner}
      aria-label={label}
      aria-expanded={false}
      onClick={onOpen}
    >
      <span className="pill-bar" aria-hidden="true">
        {segments.map(({ part, perMille }) => (
          <span key={part} data-part={part} style={{ flexGrow: perMille }} />
        ))}
      </span>
      <span aria-hidden="true">{text}</span>
      {findings > 0 && (
        <span className="pill-findings" data-severity={severity} aria-hidden="true">
          {findings}
        </span>
      )}
    </button>
  );
}
