import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { formatCount } from '../../view-model/format.ts';
import type { GridFind } from './use-grid-find.ts';

/**
 * The field that looks for a phrase in a grid. `Escape` empties it; that, `Enter` and the arrow down
 * lead into the grid. With `onStep`, `Enter` and `Shift+Enter` step through what was found, and the focus stays.
 */
export function FindField({
  label,
  find,
  matches,
  onStep,
}: {
  readonly label: string;
  readonly find: GridFind;
  /** Told beside the field; `undefined` while nothing is looked for. */
  readonly matches: number | undefined;
  /** Selects the next or the previous occurrence; tells whether there is one. */
  readonly onStep?: ((step: 1 | -1) => boolean) | undefined;
}): ReactNode {
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
        placeholder="Find  /"
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
