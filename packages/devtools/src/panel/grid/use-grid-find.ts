import { type RefObject, useMemo, useRef } from 'react';

/** A search over the rows of a grid. The grid and its field share it, and hand each other the focus. */
export interface GridFind {
  /** '' while nothing is looked for. */
  readonly phrase: string;
  readonly onPhrase: (phrase: string) => void;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Ties a grid to the field that looks through it. `onPhrase` is stable between renders. */
export function useGridFind(phrase: string, onPhrase: (phrase: string) => void): GridFind {
  const grid = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  return useMemo(() => ({ phrase, onPhrase, grid, field }), [phrase, onPhrase]);
}
