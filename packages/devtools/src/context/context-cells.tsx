import type { Decision, Message, PlanRange, Role } from '@agent-memory/core';
import type { ReactNode } from 'react';
import { Press } from '../elements/elements.tsx';
import {
  arrived,
  useDecision,
  useEntry,
  usePanel,
  useRecalled,
  useSentMessage,
} from '../elements/panel-context.ts';
import { CellElement, OpenMark } from '../grid/grid-elements.tsx';
import { messagesWords, recallCall, runsAcross, runsWords, stepsWords } from '../runs/run-words.ts';
import { useRequest } from '../runs/use-runs.ts';
import type { ItemFacts } from '../source/devtools-source.ts';
import {
  formatCount,
  formatPlaces,
  formatShare,
  formatTokens,
  formatWhole,
  spokenTokens,
  titleOfCode,
} from '../words/format.ts';
import {
  chipWord,
  fateWords,
  itemTitle,
  rangeTitle,
  roleWord,
  tierWords,
} from '../words/item-words.ts';
import type { ContextRow, RunRow } from './context-rows.ts';
import { foundPreview, messagePreview } from './message-preview.ts';

export const CONTEXT_COLUMNS = [
  { name: 'place', title: '#' },
  { name: 'role', title: 'Role' },
  { name: 'text', title: 'Begins with' },
  { name: 'tokens', title: 'Tokens' },
] as const;

/** The columns that a cell with a sentence takes in: those up to the text. */
const SENTENCE_COLUMNS = 3;

/** The cells of one line of the context list. */
export function ContextCells(props: {
  readonly row: ContextRow;
  readonly phrase: string;
  /** Tokens of the largest item in the list. */
  readonly maximumTokens: number;
}): ReactNode {
  const { row, phrase, maximumTokens } = props;
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
      return row satisfies never;
  }
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

function ItemCells(props: {
  readonly item: ItemFacts;
  readonly phrase: string;
  readonly maximumTokens: number;
}): ReactNode {
  const { item, phrase, maximumTokens } = props;
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

function RangeCells(props: { readonly range: PlanRange; readonly isOpen: boolean }): ReactNode {
  const { range, isOpen } = props;
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

function EntryCells(props: {
  readonly seq: number;
  readonly phrase: string;
  readonly maximumTokens: number;
}): ReactNode {
  const { seq, phrase, maximumTokens } = props;
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
      <strong>{titleOfCode(decision.itemId)}: left out</strong>
    </SentenceCells>
  );
}

/** A row that says something instead of quoting a message. */
function SentenceCells(props: {
  readonly decision: Decision;
  readonly children: ReactNode;
}): ReactNode {
  const { decision, children } = props;
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

/** Says of a row that it brings originals back, with the way to the first of them. */
function RecalledMark(props: {
  readonly role: Role | undefined;
  readonly seq: number | undefined;
}): ReactNode {
  const { role, seq } = props;
  const { goToMessage } = usePanel();
  const recalled = useRecalled(role, seq);
  if (!recalled) return null;
  const [first, ...more] = recalled.seqs;
  return (
    <span className="recalled-mark" dir="ltr">
      <span className="tag" data-recalled="">
        recalled
      </span>
      {first !== undefined && (
        // By keys the ways stand in the details.
        <Press
          look="link"
          tabIndex={-1}
          aria-label={`Go to the original, message #${first}`}
          onClick={(event) => {
            event.stopPropagation();
            goToMessage(first);
          }}
        >
          #{first}
        </Press>
      )}
      {more.length > 0 && <span className="quiet">+{more.length}</span>}
    </span>
  );
}

/** The heading of a run: its number, request and steps, and the tokens of the rows below it. */
function RunCells({ row }: { readonly row: RunRow }): ReactNode {
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

/** The beginning of a message; while a phrase is looked for, the words around it. */
function PreviewCell(props: {
  readonly message: Message | undefined;
  readonly phrase: string;
  /** Stands before the text. */
  readonly mark?: ReactNode;
  /** Stands behind the text. */
  readonly chip?: ReactNode;
}): ReactNode {
  const { message, phrase, mark, chip } = props;
  const found = message && phrase !== '' ? foundPreview(message, phrase) : undefined;
  return (
    <CellElement className="text">
      {mark}
      <span className="begins" dir="auto">
        {found ? (
          <>
            {found.before}
            <mark>{found.match}</mark>
            {found.after}
          </>
        ) : (
          message && messagePreview(message)
        )}
      </span>
      {chip}
    </CellElement>
  );
}

/** A word for a message that is not sent whole. */
function Chip(props: { readonly fate: Decision['fate']; readonly children: string }): ReactNode {
  const { fate, children } = props;
  return (
    <span className="tag" data-fate={fate}>
      {children}
    </span>
  );
}

/** A bar that compares tokens with the largest item, and the figure beside it. */
function TokensCell(props: {
  readonly tokens: number;
  readonly source: Decision['tokens']['source'];
  /** Colours the bar; `undefined` for none. */
  readonly tier?: string | undefined;
  readonly maximumTokens: number;
}): ReactNode {
  const { tokens, source, tier, maximumTokens } = props;
  const { state } = usePanel();
  const window = state.plan?.budget.contextWindow ?? 0;
  const share = window > 0 ? `, ${formatShare(tokens / window)} of the window` : '';
  return (
    <CellElement className="tokens" title={`${spokenTokens(tokens, source)}${share}`}>
      {tier !== undefined && <TokenBar part={tier} share={tokens / maximumTokens} />}
      <span className="token-figure">{formatTokens(tokens, source)}</span>
    </CellElement>
  );
}

/** The tokens of an original; struck through, since nothing of it is sent. */
function LeftTokensCell(props: {
  readonly decision: Decision;
  /** Where a bar compares them with the largest item. */
  readonly maximumTokens?: number;
}): ReactNode {
  const { decision, maximumTokens } = props;
  const { raw, source } = decision.tokens;
  return (
    <CellElement className="tokens">
      {maximumTokens !== undefined && <TokenBar part="left" share={raw / maximumTokens} />}
      <s className="token-figure" title={`${formatWhole(raw)} tokens that are not sent`}>
        {formatTokens(raw, source)}
      </s>
    </CellElement>
  );
}

function TokenBar({ part, share }: { readonly part: string; readonly share: number }): ReactNode {
  return (
    <span className="token-track" aria-hidden="true">
      <span
        className="token-bar"
        data-part={part}
        style={{ inlineSize: `${Math.min(1, share) * 100}%` }}
      />
    </span>
  );
}
