import { type ReactNode, useId } from 'react';
import type { StoreAct, StoreTrouble } from '../../view-model/store-troubles.ts';
import type { StoreActs } from './use-store-acts.ts';

const MARKS = { error: '!', warning: '!', info: 'i' } as const;

const LABELS: Readonly<Record<StoreAct, string>> = {
  'write-back': 'Write back',
  'try-again': 'Try again now',
  reload: 'Reload',
  export: 'Export',
};

/** The troubles in which not everything can be read. */
const PARTLY_READ: ReadonlySet<string> = new Set([
  'STORED_STATE_DAMAGED',
  'STORE_CORRUPT',
  'OLDER_UNREAD',
]);

function labelOf(act: StoreAct, code: string): string {
  return act === 'export' && PARTLY_READ.has(code) ? 'Export what can be read' : LABELS[act];
}

/** The act that ends a trouble which does not end by itself. */
const MENDS: ReadonlySet<StoreAct> = new Set(['write-back', 'reload']);

/** Each trouble with its sentence, the things that it is about, and what can be done. */
export function TroubleList({
  troubles,
  acts,
}: {
  readonly troubles: readonly StoreTrouble[];
  readonly acts: StoreActs;
}): ReactNode {
  if (troubles.length === 0) return null;
  return (
    <ul className="store-troubles" aria-label="Troubles">
      {troubles.map((trouble) => (
        <li key={trouble.key}>
          <Trouble trouble={trouble} acts={acts} />
        </li>
      ))}
    </ul>
  );
}

function Trouble({
  trouble: { severity, title, code, text, details, remedy, acts: wanted },
  acts,
}: {
  readonly trouble: StoreTrouble;
  readonly acts: StoreActs;
}): ReactNode {
  const titleId = useId();
  const offered = wanted.filter((act) => acts.known.has(act));
  return (
    <article className="store-trouble" data-severity={severity} aria-labelledby={titleId}>
      <span className="notice-mark" aria-hidden="true">
        {MARKS[severity]}
      </span>
      <h3 id={titleId}>{title}</h3>
      <p>{text}</p>
      {details.length > 0 && (
        <ul className="store-details">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      <p className="store-remedy">{remedy}</p>
      <p className="store-acts">
        {offered.map((act, place) => (
          <button
            key={act}
            type="button"
            className={place === 0 && MENDS.has(act) ? 'button primary' : 'button'}
            aria-describedby={titleId}
            aria-disabled={acts.running !== undefined}
            onClick={({ currentTarget }) => acts.run(act, currentTarget.ownerDocument)}
          >
            {acts.running === act ? `${labelOf(act, code)} …` : labelOf(act, code)}
          </button>
        ))}
        <code className="quiet">{code}</code>
      </p>
    </article>
  );
}
