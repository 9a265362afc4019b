import type { FindScope } from '../source/devtools-source.ts';
import { partsOfKey } from './context-rows.ts';

/** The reader's choices in the context tab. They survive new plans and a change of tab. */
export interface ContextView {
  readonly scope: FindScope;
  readonly phrase: string;
  readonly openRanges: ReadonlySet<number>;
  /** Key of the selected row. */
  readonly selectedKey: string | undefined;
}

export type ContextViewEvent =
  | { readonly type: 'show-scope'; readonly scope: FindScope }
  | { readonly type: 'find'; readonly phrase: string }
  | { readonly type: 'select'; readonly key: string }
  | { readonly type: 'clear-selection' }
  | { readonly type: 'open-range'; readonly fromSeq: number }
  | { readonly type: 'close-range'; readonly fromSeq: number }
  /** Selects a row wherever it is: leaves a search, shows what is not sent, opens its range. */
  | { readonly type: 'go-to'; readonly key: string; readonly openRange?: number };

export const FIRST_VIEW: ContextView = {
  scope: 'sent',
  phrase: '',
  openRanges: new Set(),
  selectedKey: undefined,
};

/** The view after an event. */
export function nextView(view: ContextView, event: ContextViewEvent): ContextView {
  switch (event.type) {
    case 'show-scope':
      return { ...view, scope: event.scope };
    case 'find':
      return { ...view, phrase: event.phrase };
    case 'select':
      return { ...view, selectedKey: event.key };
    case 'clear-selection':
      return { ...view, selectedKey: undefined };
    case 'open-range':
      return { ...view, openRanges: new Set(view.openRanges).add(event.fromSeq) };
    case 'close-range':
      return { ...view, openRanges: without(view.openRanges, event.fromSeq) };
    case 'go-to':
      return goTo(view, event.key, event.openRange);
    default:
      return neverEvent(event);
  }
}

function goTo(view: ContextView, key: string, openRange: number | undefined): ContextView {
  const isSent = partsOfKey(key).kind === 'item';
  const openRanges =
    openRange === undefined ? view.openRanges : new Set(view.openRanges).add(openRange);
  const scope = isSent ? view.scope : 'considered';
  return { scope, phrase: '', openRanges, selectedKey: key };
}

function without(ranges: ReadonlySet<number>, fromSeq: number): ReadonlySet<number> {
  const rest = new Set(ranges);
  rest.delete(fromSeq);
  return rest;
}

function neverEvent(event: never): never {
  throw new TypeError(`An event of unknown type: ${JSON.stringify(event)}`);
}
