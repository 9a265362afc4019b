import type { Decision } from '@agent-memory/core';
import { describeDecision } from '@agent-memory/explain';
import type { ReactNode } from 'react';
import { FactList } from '../elements/elements.tsx';
import { arrived, useAnswer, usePanel } from '../elements/panel-context.ts';
import { fateWords } from '../words/item-words.ts';
import { decisionFigures } from './decision-figures.ts';

/** Why an item is where it is: a sentence, what would change it, the rule and its figures. */
export function DecisionSection(props: {
  readonly decision: Decision;
  /** The question that it answers, where it is one that somebody asked. */
  readonly title?: string | undefined;
}): ReactNode {
  const { decision, title } = props;
  const { source, state } = usePanel();
  const { itemId, tokens } = decision;
  const isCut = tokens.sent < tokens.raw;
  const asked = useAnswer(
    () => (state.plan && isCut ? source.remedies?.(itemId) : undefined),
    [source, state.plan, itemId, isCut],
  );
  const remedies = arrived(asked);
  return (
    <section className="why" aria-label={title ?? 'Why'}>
      {title !== undefined && <h3>{title}</h3>}
      <DecisionWords decision={remedies ? { ...decision, remedies } : decision} />
      <FactList
        facts={[
          ...decisionFigures(decision),
          { name: 'rule', value: <code>{decision.rule}</code> },
        ]}
      />
    </section>
  );
}

/** A decision in a sentence, behind what it came to, and what would change it. */
export function DecisionWords({ decision }: { readonly decision: Decision }): ReactNode {
  const { sentence, remedy } = describeDecision(decision);
  return (
    <>
      <p className="sentence">
        <span className="tag" data-fate={decision.fate}>
          {fateWords(decision.fate)}
        </span>
        {sentence}
      </p>
      {remedy !== undefined && <p className="remedy">{remedy}</p>}
    </>
  );
}
