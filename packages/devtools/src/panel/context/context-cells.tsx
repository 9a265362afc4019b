import type { Decision, PlanRange } from '@agent-memory/core';
import type { ReactNode } from 'react';
import type { ItemFacts } from '../../source/plan-facts.ts';
import { titleOfCode } from '../../view-model/code-words.ts';
import type { ContextRow } from '../../view-model/context-rows.ts';
import { formatCount, formatPlaces } from '../../view-model/format.ts';
import {
  chipWord,
  fateWords,
  itemTitle,
  rangeTitle,
  roleWord,
  tierWords,
} from '../../view-model/item-words.ts';
import { runsAcross } from '../../view-model/run-groups.ts';
import { recallCall, runsWords } from '../../view-model/run-words.ts';
import { CellElement, OpenMark } from '../grid/grid-elements.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { arrived } from '../parts/use-answer.ts';
import { useDecision, useEntry, useSentMessage } from '../parts/use-messages.ts';
import { Chip, LeftTokensCell, PreviewCell, TokensCell } from './context-fields.tsx';
import { RecalledMark } from './recalled-mark.tsx';
import { RunCells } from './run-cells.tsx';

export const CONTEXT_COLUMNS = [
  { name: 'place', title: '#' },
  { name: 'role', title: 'Role' },
  { name: 'text', title: 'Begins with' },
  { name: 'tokens', title: 'Tokens' },
] as const;

/** The columns that a cell with a sentence takes in: those up to the text. */
const SENTENCE_COLUMNS = 3;

/** The cells of one line of the context list. */
export function ContextCells({
  row,
  phrase,
  maximumTokens,
}: {
  readonly row: ContextRow;
  readonly phrase: string;
  /** Tokens of the largest item in the list. */
  readonly maximumTokens: number;
}): ReactNode {
  switch (row.kind) {
    case 'tier':
      return <TierCells row={row} />;
    case 'run':
      return <RunCells row={row} />;
    case 'item':
      return <ItemCells item={row.item} phrase={phrase} maximumTokens={maximumTokens} />;
    case 'range':
      return <RangeCells range={row.range} isOpen={row.isOpen} />;
    case 'entry':
      return <EntryCells seq={row.seq} phrase={phrase} maximumTokens={maximumTokens} />;
    case 'withheld':
      return <WithheldCells decision={row.decision} />;
    default:
      return neverRow(row);
  }
}

function neverRow(row: never): never {
  throw new TypeError(`A row of unknown kind: ${JSON.stringify(row)}`);
}

function TierCells({
  row: { tier, items, tokens },
}: {
  readonly row: Extract<ContextRow, { kind: 'tier' }>;
}): ReactNode {
  return (
    <CellElement aria-colspan={CONTEXT_COLUMNS.length} className="tier-cell">
      <span className="swatch" data-part={tier} aria-hidden="true" />
      <span className="tier-name">{tierWords(tier).name}</span>
      <span className="tier-items">{formatCount(items, 'item')}</span>
      <span className="tier-tokens">{formatCount(tokens, 'token')}</span>
    </CellElement>
  );
}

function ItemCells({
  item,
  phrase,
  maximumTokens,
}: {
  readonly item: ItemFacts;
  readonly phrase: string;
  readonly maximumTokens: number;
}): ReactNode {
  const message = useSentMessage(item.id);
  const { tokens, fate } = item.decision;
  const chip = chipWord(item);
  return (
    <>
      <CellElement className="place">{item.seq === undefined ? '' : item.seq}</CellElement>
      <CellElement className="role" title={itemTitle(item)}>
        {roleWord(item)}
      </CellElement>
      <PreviewCell
        message={arrived(message)}
        phrase={phrase}
        mark={<RecalledMark role={item.role} seq={item.seq} />}
        chip={chip !== undefined && <Chip fate={fate}>{chip}</Chip>}
      />
      <TokensCell
        tokens={tokens.sent}
        source={tokens.source}
        tier={item.tier}
        maximumTokens={maximumTokens}
      />
    </>
  );
}

function RangeCells({
  range,
  isOpen,
}: {
  readonly range: PlanRange;
  readonly isOpen: boolean;
}): ReactNode {
  const { source, runs } = usePanel();
  const { fromSeq, toSeq, decision } = range;
  const across = runsAcross(runs, { fromSeq, toSeq });
  return (
    <SentenceCells decision={decision}>
      <OpenMark isOpen={isOpen} />
      <strong>{rangeTitle(range)}</strong>
      <span className="range-places">
        {formatPlaces(fromSeq, toSeq)}
        {across && `, ${runsWords(across)}`}
        {source.runs && (
          <>
            {' · '}
            <code>{recallCall(fromSeq, toSeq)}</code>
          </>
        )}
      </span>
    </SentenceCells>
  );
}

function EntryCells({
  seq,
  phrase,
  maximumTokens,
}: {
  readonly seq: number;
  readonly phrase: string;
  readonly maximumTokens: number;
}): ReactNode {
  const entry = useEntry(seq);
  const decision = useDecision(entry?.id);
  return (
    <>
      <CellElement className="place">{seq}</CellElement>
      <CellElement className="role">{entry?.message.role}</CellElement>
      <PreviewCell
        message={entry?.message}
        phrase={phrase}
        mark={<RecalledMark role={entry?.message.role} seq={seq} />}
        chip={decision && <Chip fate={decision.fate}>{fateWords(decision.fate)}</Chip>}
      />
      {decision ? (
        <LeftTokensCell decision={decision} maximumTokens={maximumTokens} />
      ) : (
        <CellElement className="tokens" />
      )}
    </>
  );
}

function WithheldCells({ decision }: { readonly decision: Decision }): ReactNode {
  return (
    <SentenceCells decision={decision}>
      <strong>{titleOfCode(decision.itemId)} gave way</strong>
    </SentenceCells>
  );
}

/** A row that says something instead of quoting a message. */
function SentenceCells({
  decision,
  children,
}: {
  readonly decision: Decision;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <>
      <CellElement className="sentence-cell" aria-colspan={SENTENCE_COLUMNS}>
        {children}
        <Chip fate={decision.fate}>{fateWords(decision.fate)}</Chip>
      </CellElement>
      <LeftTokensCell decision={decision} />
    </>
  );
}
