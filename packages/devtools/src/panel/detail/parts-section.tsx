import { type Decision, describeDecision } from '@agent-memory/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../view-model/format.ts';
import { fateWords } from '../../view-model/item-words.ts';
import { partsInOrder } from '../../view-model/section-parts.ts';
import { usePanel } from '../parts/panel-context.ts';

/** Rules about records of a long-term memory begin so; their parts go by the ids of records. */
const RECORD_RULES = 'RECORD_';

/** The parts of a live section, each with its reason: those that are sent, then those left out [RET-3]. */
export function PartsSection({ parts }: { readonly parts: readonly Decision[] }): ReactNode {
  if (parts.length === 0) return null;
  const { inside, leftOut } = partsInOrder(parts);
  return (
    <section className="parts" aria-label="Parts">
      <PartList title={`${formatCount(inside.length, 'part')} sent`} parts={inside} />
      <PartList title={`${formatCount(leftOut.length, 'part')} left out`} parts={leftOut} />
    </section>
  );
}

function PartList({
  title,
  parts,
}: {
  readonly title: string;
  readonly parts: readonly Decision[];
}): ReactNode {
  if (parts.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {parts.map((part) => (
          <PartRow key={part.itemId} part={part} />
        ))}
      </ul>
    </>
  );
}

function PartRow({ part }: { readonly part: Decision }): ReactNode {
  const { goToRecord } = usePanel();
  const { sentence, remedy } = describeDecision(part);
  return (
    <li>
      <p className="sentence">
        <span className="tag" data-fate={part.fate}>
          {fateWords(part.fate)}
        </span>
        {sentence}
      </p>
      {remedy !== undefined && <p className="remedy">{remedy}</p>}
      <p className="facts">
        <code>{part.itemId}</code> · {formatCount(part.tokens.raw, 'token')} ·{' '}
        <code>{part.rule}</code>
        {goToRecord && part.rule.startsWith(RECORD_RULES) && (
          <>
            {' · '}
            <button type="button" className="link" onClick={() => goToRecord(part.itemId)}>
              Show the record
            </button>
          </>
        )}
      </p>
    </li>
  );
}
