import type { Decision, Entry, Message } from '@agent-memory/core';
import type { CSSProperties, ReactNode } from 'react';
import {
  formatAge,
  formatShare,
  formatTokens,
  formatWhole,
  spokenTokens,
} from '../../view-model/format.ts';
import { fateWords } from '../../view-model/item-words.ts';
import { foundPreview, messagePreview } from '../../view-model/message-preview.ts';
import { CellElement } from '../grid/grid-elements.tsx';
import { usePanel } from '../parts/panel-context.ts';

/** The beginning of a message; while a phrase is looked for, the words around it. */
export function PreviewCell({
  message,
  phrase,
  mark,
}: {
  readonly message: Message | undefined;
  readonly phrase: string;
  /** Stands ahead of the text. */
  readonly mark?: ReactNode;
}): ReactNode {
  const found = message && phrase !== '' ? foundPreview(message, phrase) : undefined;
  return (
    <CellElement className="text" dir="auto">
      {mark}
      {found ? (
        <>
          {found.before}
          <mark>{found.match}</mark>
          {found.after}
        </>
      ) : (
        message && messagePreview(message)
      )}
    </CellElement>
  );
}

/** The age of a message when the plan was made. */
export function AgeCell({ entry }: { readonly entry: Entry | undefined }): ReactNode {
  const { state } = usePanel();
  return (
    <CellElement className="age">
      {entry ? formatAge(entry.createdAtMs, state.planAtMs) : ''}
    </CellElement>
  );
}

export function FateCell({ fate }: { readonly fate: Decision['fate'] | undefined }): ReactNode {
  return (
    <CellElement className="fate">
      {fate !== undefined && (
        <span className="tag" data-fate={fate}>
          {fateWords(fate)}
        </span>
      )}
    </CellElement>
  );
}

/** Tokens as sent, over a line that compares them with the largest item. */
export function TokensCell({
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
    <CellElement className="tokens" title={spokenTokens(tokens, source)} style={fill}>
      {formatTokens(tokens, source)}
    </CellElement>
  );
}

/** The tokens of an original; struck through, since nothing of it is sent. */
export function LeftTokensCell({ decision }: { readonly decision: Decision }): ReactNode {
  return (
    <CellElement className="tokens">
      <s title={`${formatWhole(decision.tokens.raw)} tokens that are not sent`}>
        {formatTokens(decision.tokens.raw, decision.tokens.source)}
      </s>
    </CellElement>
  );
}

/** Tokens as a share of the context window. */
export function ShareCell({ tokens }: { readonly tokens: number }): ReactNode {
  const { state } = usePanel();
  const window = state.plan?.budget.contextWindow ?? 0;
  return (
    <CellElement className="share">{window > 0 ? formatShare(tokens / window) : ''}</CellElement>
  );
}
