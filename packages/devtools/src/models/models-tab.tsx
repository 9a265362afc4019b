import { type ReactNode, useMemo } from 'react';
import { SummariserState } from '../compactions/summariser-state.tsx';
import { FillBar } from '../elements/elements.tsx';
import { usePanel } from '../elements/panel-context.ts';
import type { ModelFacts } from '../source/model-facts.ts';
import { LEDGER_HEADS, ledgerGap, ledgerRow, modelCard } from './model-cards.ts';

/**
 * The summariser with its breaker, the models that the app shows, and what each took [DEV-15].
 */
export function ModelsTab(): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className="models" aria-label="Models" tabIndex={0}>
      <div>
        <SummariserState />
        <SummaryTrouble />
      </div>
      <ModelCards />
      <LedgerTable />
    </section>
  );
}

function SummaryTrouble(): ReactNode {
  const { state } = usePanel();
  const trouble = state.degraded.find(({ code }) => code === 'SUMMARIZER_FAILED');
  return trouble ? <p className="model-trouble">{trouble.message}</p> : null;
}

/** The models that the app shows, in its order. */
function ModelCards(): ReactNode {
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

/** Calls, tokens, time and cost by model. */
function LedgerTable(): ReactNode {
  const { state } = usePanel();
  const { modelTotals } = state;
  const rows = useMemo(() => modelTotals.map(ledgerRow), [modelTotals]);
  const gap = ledgerGap(modelTotals);
  return (
    <section aria-label="Calls by model">
      <h2>Calls by model</h2>
      {rows.length === 0 ? (
        <p className="quiet">
          None yet. A summariser reports its calls, and <code>reportUsage</code> those of the chat.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll sideways, so keys must reach it
        <section className="ledger" aria-label="Table of calls by model" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Model</th>
                {LEDGER_HEADS.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ model, cells }) => (
                <tr key={model}>
                  <th scope="row">{model}</th>
                  {LEDGER_HEADS.map((head, place) => (
                    <td key={head}>{cells[place]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {gap !== '' && <p className="quiet">{gap}</p>}
    </section>
  );
}
