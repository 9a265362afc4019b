import type { ReactNode } from 'react';
import type { RunRow } from '../../view-model/context-rows.ts';
import { messagesWords, stepsWords } from '../../view-model/run-words.ts';
import { CellElement, OpenMark } from '../grid/grid-elements.tsx';
import { useRequest } from '../runs/use-runs.ts';
import { TokensCell } from './context-fields.tsx';

/** The heading of a run: its number, request and steps, and the tokens of the rows below it. */
export function RunCells({ row }: { readonly row: RunRow }): ReactNode {
  const { run, isOpen, items, tokens, tokenSource } = row;
  const request = useRequest(run.number);
  return (
    <>
      <CellElement className="sentence-cell run-cell" aria-colspan={3} title={request}>
        <OpenMark isOpen={isOpen} />
        <strong>Run {run.number}</strong>
        <span className="run-request" dir="auto">
          {request}
        </span>
        <span className="run-facts">
          {stepsWords(run)}, {messagesWords(run, items)}
        </span>
        {!run.isClosed && (
          <span className="tag" data-run="open">
            open
          </span>
        )}
        {run.isClosed && <span className="hidden">closed</span>}
      </CellElement>
      <TokensCell tokens={tokens} source={tokenSource} maximumTokens={tokens} />
    </>
  );
}
