import { type ReactNode, useId } from 'react';
import { formatCount } from '../view-model/format.ts';

/**
 * The field that looks for a phrase in the list of its tab. `Escape` empties it; that, `Enter` and
 * the arrow down lead into the list.
 */
export function FindField({
  label,
  phrase,
  onPhrase,
  matches,
  list,
}: {
  readonly label: string;
  readonly phrase: string;
  readonly onPhrase: (phrase: string) => void;
  /** Told beside the field; `undefined` while nothing is looked for. */
  readonly matches: number | undefined;
  /** Selects the list in the tab's content. */
  readonly list: string;
}): ReactNode {
  const id = useId();
  return (
    <div className="find">
      <label className="hidden" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder="Find  /"
        value={phrase}
        onChange={({ currentTarget }) => onPhrase(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'ArrowDown' && event.key !== 'Enter') return;
          event.preventDefault();
          if (event.key === 'Escape') onPhrase('');
          event.currentTarget.closest('.tab-content')?.querySelector<HTMLElement>(list)?.focus();
        }}
      />
      <span className="matches" role="status">
        {matches === undefined ? '' : formatCount(matches, 'match', 'matches')}
      </span>
    </div>
  );
}
