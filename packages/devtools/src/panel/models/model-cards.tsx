import type { ReactNode } from 'react';
import type { ModelFacts } from '../../source/model-facts.ts';
import { modelCard } from '../../view-model/model-cards.ts';
import { FillBar } from '../parts/fill-bar.tsx';
import { usePanel } from '../parts/panel-context.ts';

/** The models that the app shows, in its order. */
export function ModelCards(): ReactNode {
  const { state } = usePanel();
  if (state.models.length === 0) return null;
  return (
    <section aria-label="State of the models">
      <h2>State</h2>
      <ul className="model-cards">
        {state.models.map((facts, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two models may have one name, and their order stays
          <li key={place}>
            <Card facts={facts} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({ facts }: { readonly facts: ModelFacts }): ReactNode {
  const { name, badge, isTrouble, progress, lines, notes, passedOver } = modelCard(facts);
  return (
    <article className="model-card">
      <h3>
        <code>{name}</code>{' '}
        <span className="tag breaker" data-tone={isTrouble ? 'warning' : 'calm'}>
          {badge}
        </span>
      </h3>
      {progress && (
        <p className="model-progress">
          {progress.fill !== undefined && <FillBar fill={progress.fill} />}
          <span>{progress.text}</span>
        </p>
      )}
      {lines.length > 0 && (
        <dl className="health">
          {lines.map(({ label, text, isTrouble: isBad = false }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={isBad ? 'model-bad' : undefined}>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {notes.length > 0 && (
        <ul className="model-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {passedOver.length > 0 && (
        <>
          <p className="quiet">Passed over, in the order of the chain:</p>
          <ol className="model-notes">
            {passedOver.map(({ name: member, why }) => (
              <li key={member}>
                <code>{member}</code>: {why}
              </li>
            ))}
          </ol>
        </>
      )}
    </article>
  );
}
