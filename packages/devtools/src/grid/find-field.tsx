import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { formatCount } from '../words/format.ts';

/**
 * The field that looks for a phrase in a grid. `Escape` empties it; that, `Enter` and the arrow down
 * lead into the grid. With `onStep`, `Enter` and `Shift+Enter` step through what was found, and the focus stays.
 */
export function FindField(props: {
  readonly label: string;
  /** Default: `Find  /`. */
  readonly placeholder?: string;
  readonly find: GridFind;
  /** Told beside the field; `undefined` while nothing is looked for. */
  readonly matches: number | undefined;
  /** Selects the next or the previous occurrence; tells whether there is one. */
  readonly onStep?: ((step: 1 | -1) => boolean) | undefined;
}): ReactNode {
  const { label, placeholder = 'Find  /', find, matches, onStep } = props;
  const id = useId();
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' && event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    if (event.key === 'Enter' && onStep?.(event.shiftKey ? -1 : 1)) return;
    if (event.key === 'Escape') find.onPhrase('');
    find.grid.current?.focus();
  }
  return (
    <div className="find">
      <label className="hidden" htmlFor={id}>
        {label}
      </label>
      <input
        ref={find.field}
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={find.phrase}
        onChange={({ currentTarget }) => find.onPhrase(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className="matches" role="status">
        {matches === undefined ? '' : formatCount(matches, 'match', 'matches')}
      </span>
    </div>
  );
}

/** A search over the rows of a grid. The grid and its field share it, and hand each other the focus. */
export interface GridFind {
  /** '' while nothing is looked for. */
  readonly phrase: string;
  readonly onPhrase: (phrase: string) => void;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Ties a grid to the field that looks through it. */
export function useGridFind(phrase: string, onPhrase: (phrase: string) => void): GridFind {
  const grid = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  return { phrase, onPhrase, grid, field };
}
