import { type ReactNode, useState } from 'react';
import { useAnswer } from '../elements/panel-context.ts';
import type { Answer } from '../source/inspectable-memory.ts';
import { formatCount } from '../words/format.ts';
import { NO_VALUE_LOST } from './compaction-summary.ts';

/** The number of exact values that a compaction lost. They are asked for and listed when it is opened. */
export function LostValues(props: {
  readonly total: number;
  /** Stable between renders. */
  readonly askValues: () => Answer<readonly string[]>;
}): ReactNode {
  const { total, askValues } = props;
  const [isOpen, setOpen] = useState(false);
  if (total === 0) return <p className="price">{NO_VALUE_LOST}</p>;
  return (
    <details
      className="lost"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="price">{formatCount(total, 'value')} lost</summary>
      {isOpen && <ValueList total={total} askValues={askValues} />}
    </details>
  );
}

function ValueList(props: {
  readonly total: number;
  readonly askValues: () => Answer<readonly string[]>;
}): ReactNode {
  const { total, askValues } = props;
  const asked = useAnswer(() => askValues(), [askValues]);
  if (asked.status === 'waiting') return <p className="quiet">Asking for the values …</p>;
  if (asked.status === 'failed') {
    return <p className="quiet">The values did not arrive: {asked.message}</p>;
  }
  const more = total - asked.value.length;
  return (
    <div className="lost-body">
      <p className="quiet">
        They can be read nowhere in the context any more. The originals keep them.
      </p>
      <ul className="value-chips">
        {asked.value.map((value) => (
          <li key={value}>
            <code>{value}</code>
          </li>
        ))}
        {more > 0 && <li className="quiet">and {formatCount(more, 'other')}</li>}
      </ul>
    </div>
  );
}
