import { type Decision, describeDecision } from '@agent-memory/core';
import type { ReactNode } from 'react';
import { decisionFigures } from '../../view-model/decision-numbers.ts';
import { fateWords } from '../../view-model/item-words.ts';

/** Why an item is where it is: a sentence, what would change it, the rule and its figures. */
export function DecisionSection({
  decision,
  title,
}: {
  readonly decision: Decision;
  /** The question that it answers, where it is one that somebody asked. */
  readonly title?: string | undefined;
}): ReactNode {
  const { sentence, remedy } = describeDecision(decision);
  return (
    <section className="why" aria-label={title ?? 'Why'}>
      {title !== undefined && <h3>{title}</h3>}
      <p className="sentence">
        <span className="tag" data-fate={decision.fate}>
          {fateWords(decision.fate)}
        </span>
        {sentence}
      </p>
      {remedy !== undefined && <p className="remedy">{remedy}</p>}
      <dl className="figures">
        {decisionFigures(decision).map(({ key, name, value }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>rule</dt>
          <dd>
            <code>{decision.rule}</code>
          </dd>
        </div>
      </dl>
    </section>
  );
}
