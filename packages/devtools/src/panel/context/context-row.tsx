import type { Decision, Entry, Message, PlanRange } from '@agent-memory/core';
import { type CSSProperties, memo, type ReactNode, useCallback } from 'react';
import type { ItemFacts } from '../../source/plan-facts.ts';
import type { ContextRow } from '../../view-model/context-rows.ts';
import {
  formatAge,
  formatCount,
  formatPlaces,
  formatShare,
  formatTokens,
  formatWhole,
  spokenTokens,
} from '../../view-model/format.ts';
import { FATE_WORDS, provenanceOf, roleWord, TIER_WORDS } from '../../view-model/item-words.ts';
import { foundPreview, messagePreview } from '../../view-model/message-text.ts';
import { usePanel } from '../panel-context.ts';
import { arrived, useAnswer } from '../use-answer.ts';
import { GridCell, GridColumnHead, GridRow, GridRowGroup } from './grid-parts.tsx';

const COLUMNS = [
  { name: 'place', title: '#' },
  { name: 'role', title: 'Role' },
  { name: 'text', title: 'Begins with' },
  { name: 'age', title: 'Age' },
  { name: 'origin', title: 'Origin' },
  { name: 'fate', title: 'Fate' },
  { name: 'tokens', title: 'Tokens' },
  { name: 'share', title: 'Window' },
] as const;

/** The names of the columns, above the rows. */
export function ColumnHeads(): ReactNode {
  return (
    <GridRowGroup className="column-heads">
      <GridRow aria-rowindex={1}>
        {COLUMNS.map(({ name, title }) => (
          <GridColumnHead key={name} className={name}>
            {title}
          </GridColumnHead>
        ))}
      </GridRow>
    </GridRowGroup>
  );
}

export interface ContextRowProps {
  readonly id: string;
  readonly row: ContextRow;
  readonly ariaRowIndex: number;
  readonly isSelected: boolean;
  /** Stays at the top while rows of its tier pass below. */
  readonly isPinned: boolean;
  readonly phrase: string;
  readonly maximumTokens: number;
  readonly offsetPixels: number;
  readonly heightPixels: number;
}

/** One line of the list. */
export const ContextRowView = memo(function ContextRowView(props: ContextRowProps): ReactNode {
  const { row } = props;
  switch (row.kind) {
    case 'tier':
      return <TierRow {...props} row={row} />;
    case 'item':
      return <ItemRow {...props} item={row.item} />;
    case 'range':
      return <RangeRow {...props} range={row.range} isOpen={row.isOpen} />;
    case 'entry':
      return <EntryRow {...props} seq={row.seq} />;
    case 'withheld':
      return <WithheldRow {...props} decision={row.decision} />;
    default:
      return neverRow(row);
  }
});

function neverRow(row: never): never {
  throw new TypeError(`A row of unknown kind: ${JSON.stringify(row)}`);
}

function place({ isPinned, offsetPixels, heightPixels }: ContextRowProps): CSSProperties {
  const height = `${heightPixels}px`;
  return isPinned ? { height } : { height, transform: `translateY(${offsetPixels}px)` };
}

function TierRow(
  props: ContextRowProps & { readonly row: Extract<ContextRow, { kind: 'tier' }> },
): ReactNode {
  const { tier, items, tokens } = props.row;
  return (
    <GridRow
      aria-level={1}
      aria-rowindex={props.ariaRowIndex}
      className="tier-row"
      data-pinned={props.isPinned}
      style={place(props)}
    >
      <GridCell aria-colspan={COLUMNS.length} className="tier-cell">
        <span className="swatch" data-part={tier} aria-hidden="true" />
        <span className="tier-name">{TIER_WORDS[tier].name}</span>
        <span className="tier-items">{formatCount(items, 'item')}</span>
        <span className="tier-tokens">{formatCount(tokens, 'token')}</span>
      </GridCell>
    </GridRow>
  );
}

function ItemRow(props: ContextRowProps & { readonly item: ItemFacts }): ReactNode {
  const { item } = props;
  const { source, state } = usePanel();
  const { plan } = state;
  // Asked again for each plan: the same id may be sent with another text then.
  const message = useAnswer(
    useCallback(() => (plan ? source.sentMessage(item.id) : undefined), [source, item.id, plan]),
  );
  const entry = useOriginal(item.seq);
  const provenance = provenanceOf(item);
  const { sent, source: tokenSource } = item.decision.tokens;
  return (
    <SelectableRow {...props} tier={item.tier}>
      <GridCell className="place">{item.seq === undefined ? '' : item.seq}</GridCell>
      <GridCell className="role">{roleWord(item.kind, item.role)}</GridCell>
      <PreviewCell message={arrived(message)} phrase={props.phrase} />
      <AgeCell entry={entry} />
      <GridCell className="origin" data-origin={provenance}>
        {provenance}
      </GridCell>
      <FateCell fate={item.decision.fate} />
      <TokensCell tokens={sent} source={tokenSource} maximumTokens={props.maximumTokens} />
      <ShareCell tokens={sent} />
    </SelectableRow>
  );
}

function RangeRow(
  props: ContextRowProps & { readonly range: PlanRange; readonly isOpen: boolean },
): ReactNode {
  const { dispatch } = usePanel();
  const { range, isOpen } = props;
  const { fromSeq, toSeq, decision } = range;
  const toggle = () => dispatch({ type: isOpen ? 'close-range' : 'open-range', fromSeq });
  return (
    <SelectableRow {...props} tier="left" isOpen={isOpen} onDoubleClick={toggle}>
      <GridCell className="range-cell" aria-colspan={4}>
        <span
          className="chevron"
          aria-hidden="true"
          data-open={isOpen}
          onClick={(event) => {
            event.stopPropagation();
            toggle();
          }}
        />
        <strong>{formatCount(toSeq - fromSeq, 'message')} not sent</strong>
        <span className="range-places">{formatPlaces(fromSeq, toSeq)}</span>
      </GridCell>
      <GridCell className="origin" />
      <FateCell fate={decision.fate} />
      <LeftTokensCell decision={decision} />
      <GridCell className="share" />
    </SelectableRow>
  );
}

function EntryRow(props: ContextRowProps & { readonly seq: number }): ReactNode {
  const { source, state } = usePanel();
  const { plan } = state;
  const entry = useOriginal(props.seq);
  const entryId = entry?.id;
  const decision = arrived(
    useAnswer(
      useCallback(
        () => (plan && entryId !== undefined ? source.explain(entryId) : undefined),
        [source, entryId, plan],
      ),
    ),
  );
  return (
    <SelectableRow {...props} tier="left">
      <GridCell className="place">{props.seq}</GridCell>
      <GridCell className="role">{entry?.message.role}</GridCell>
      <PreviewCell message={entry?.message} phrase={props.phrase} />
      <AgeCell entry={entry} />
      <GridCell className="origin">not sent</GridCell>
      <FateCell fate={decision?.fate} />
      {decision ? <LeftTokensCell decision={decision} /> : <GridCell className="tokens" />}
      <GridCell className="share" />
    </SelectableRow>
  );
}

function WithheldRow(props: ContextRowProps & { readonly decision: Decision }): ReactNode {
  const { decision } = props;
  return (
    <SelectableRow {...props} tier="left">
      <GridCell className="range-cell" aria-colspan={4}>
        <strong>{decision.itemId} gave way</strong>
      </GridCell>
      <GridCell className="origin" />
      <FateCell fate={decision.fate} />
      <LeftTokensCell decision={decision} />
      <GridCell className="share" />
    </SelectableRow>
  );
}

function useOriginal(seq: number | undefined): Entry | undefined {
  const { source } = usePanel();
  return arrived(
    useAnswer(
      useCallback(() => (seq === undefined ? undefined : source.entry(seq)), [source, seq]),
    ),
  );
}

function SelectableRow(
  props: ContextRowProps & {
    readonly tier: string;
    readonly isOpen?: boolean;
    readonly onDoubleClick?: () => void;
    readonly children: ReactNode;
  },
): ReactNode {
  const { dispatch } = usePanel();
  return (
    <GridRow
      id={props.id}
      aria-level={props.row.kind === 'entry' ? 2 : 1}
      aria-rowindex={props.ariaRowIndex}
      aria-selected={props.isSelected}
      aria-expanded={props.isOpen}
      data-kind={props.row.kind}
      data-tier={props.tier}
      style={place(props)}
      onClick={() => dispatch({ type: 'select', key: props.row.key })}
      onDoubleClick={props.onDoubleClick}
    >
      {props.children}
    </GridRow>
  );
}

function PreviewCell({
  message,
  phrase,
}: {
  readonly message: Message | undefined;
  readonly phrase: string;
}): ReactNode {
  const found = message && phrase !== '' ? foundPreview(message, phrase) : undefined;
  return (
    <GridCell className="text">
      {found ? (
        <>
          {found.before}
          <mark>{found.match}</mark>
          {found.after}
        </>
      ) : (
        message && messagePreview(message)
      )}
    </GridCell>
  );
}

function AgeCell({ entry }: { readonly entry: Entry | undefined }): ReactNode {
  const { state } = usePanel();
  return (
    <GridCell className="age">{entry ? formatAge(entry.createdAtMs, state.planAtMs) : ''}</GridCell>
  );
}

function FateCell({ fate }: { readonly fate: Decision['fate'] | undefined }): ReactNode {
  return (
    <GridCell className="fate">
      {fate !== undefined && (
        <span className="tag" data-fate={fate}>
          {FATE_WORDS[fate]}
        </span>
      )}
    </GridCell>
  );
}

function TokensCell({
  tokens,
  source,
  maximumTokens,
}: {
  readonly tokens: number;
  readonly source: Decision['tokens']['source'];
  readonly maximumTokens: number;
}): ReactNode {
  const fill = { '--fill': `${(tokens / maximumTokens) * 100}%` } as CSSProperties;
  return (
    <GridCell className="tokens" title={spokenTokens(tokens, source)} style={fill}>
      {formatTokens(tokens, source)}
    </GridCell>
  );
}

/** What an original would have taken; struck through, since nothing of it is sent. */
function LeftTokensCell({ decision }: { readonly decision: Decision }): ReactNode {
  return (
    <GridCell className="tokens">
      <s title={`${formatWhole(decision.tokens.raw)} tokens that are not sent`}>
        {formatTokens(decision.tokens.raw, decision.tokens.source)}
      </s>
    </GridCell>
  );
}

function ShareCell({ tokens }: { readonly tokens: number }): ReactNode {
  const { state } = usePanel();
  const window = state.plan?.budget.contextWindow ?? 0;
  return <GridCell className="share">{window > 0 ? formatShare(tokens / window) : ''}</GridCell>;
}
