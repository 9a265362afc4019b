import type { ReactNode } from 'react';
import type { HeldFacts } from '../../source/held-facts.ts';
import type { LongTermSource } from '../../source/long-term-source.ts';
import { shownText } from '../../source/shown-text.ts';
import { capitalised } from '../../view-model/code-words.ts';
import { formatAge } from '../../view-model/format.ts';
import { heldFactsOf, heldReasons, hiddenWords } from '../../view-model/held-words.ts';
import { kindWords, sourceWords } from '../../view-model/record-words.ts';
import { LongText } from '../parts/long-text.tsx';
import { Pane, type PaneFrame } from '../parts/pane.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { HeldActions } from './held-actions.tsx';
import type { FinishedAction } from './use-action.ts';

/** A text in quarantine: why it waits, its letters and nothing more of it, and what may become of it. */
export function HeldDetail({
  longTerm,
  held,
  onFinish,
  ...frame
}: PaneFrame & {
  readonly longTerm: LongTermSource;
  readonly held: HeldFacts;
  readonly onFinish: (action: FinishedAction) => void;
}): ReactNode {
  const nowMs = longTerm.nowMs();
  const hidden = hiddenWords(held.text);
  return (
    <Pane
      {...frame}
      title={`Held: ${kindWords(held.kind)}, ${sourceWords(held.source).name}`}
      facts={[`held for ${ageWords(held, nowMs)}`, held.namespace]}
      id={held.id}
      bodyLabel="Text in quarantine"
    >
      <section aria-label="Why it waits" className="held-why">
        <h3>Why it waits</h3>
        <ul className="reasons">
          {heldReasons(held).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </section>
      <section aria-label="Its text" className="held-text">
        <h3>Its text, letter by letter</h3>
        {hidden !== '' && <p className="remedy">{capitalised(hidden)}</p>}
        <LongText label="Text as it came" text={shownText(held.text)} />
      </section>
      <HeldActions longTerm={longTerm} held={held} onFinish={onFinish} />
      <section className="record-section" aria-label="Where it is from">
        <h3>Where it is from</h3>
        <EvidenceList evidence={held.evidence} />
      </section>
      <dl className="figures record-facts" aria-label="Facts">
        {heldFactsOf(held, nowMs).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Pane>
  );
}

function ageWords({ heldAtMs }: HeldFacts, nowMs: number): string {
  const age = formatAge(heldAtMs, nowMs);
  return age === 'now' ? 'less than a second' : age;
}
