import type { Decision, Message } from '@agent-memory/core';
import type { ReactNode } from 'react';
import { formatShare, formatTokens, formatWhole, spokenTokens } from '../../view-model/format.ts';
import { foundPreview, messagePreview } from '../../view-model/message-preview.ts';
import { CellElement } from '../grid/grid-elements.tsx';
import { usePanel } from '../parts/panel-context.ts';

/** The beginning of a message; while a phrase is looked for, the words around it. */
export function PreviewCell({
  message,
  phrase,
  mark,
  chip,
}: {
  readonly message: Message | undefined;
  readonly phrase: string;
  /** Stands ahead of the text. */
  readonly mark?: ReactNode;
  /** Stands behind the text. */
  readonly chip?: ReactNode;
}): ReactNode {
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
export function Chip({
  fate,
  children,
}: {
  readonly fate: Decision['fate'];
  readonly children: string;
}): ReactNode {
  return (
    <span className="tag" data-fate={fate}>
      {children}
    </span>
  );
}

/** A bar that compares tokens with the largest item, and the figure beside it. */
export function TokensCell({
  tokens,
  source,
  tier,
  maximumTokens,
}: {
  readonly tokens: number;
  readonly source: Decision['tokens']['source'];
  /** Colours the bar; `undefined` for none. */
  readonly tier?: string | undefined;
  readonly maximumTokens: number;
}): ReactNode {
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
export function LeftTokensCell({
  decision,
  maximumTokens,
}: {
  readonly decision: Decision;
  /** Where a bar compares them with the largest item. */
  readonly maximumTokens?: number;
}): ReactNode {
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
