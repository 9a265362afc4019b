import { type ReactNode, useMemo } from 'react';
import { LEDGER_HEADS, ledgerGap, ledgerRow } from '../../view-model/model-ledger.ts';
import { usePanel } from '../parts/panel-context.ts';

/** Calls, tokens, time and cost by model. */
export function LedgerTable(): ReactNode {
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
