import type { FindScope } from '../source/devtools-source.ts';
import type { MapScale } from './block-map-shape.ts';
import { partsOfKey } from './context-rows.ts';

/** The reader's choices in the context tab. They survive new plans and a change of tab. */
export interface ContextView {
  readonly scope: FindScope;
  readonly phrase: string;
  readonly openRanges: ReadonlySet<number>;
  /** Rows of one run stand under a heading; says nothing where there are no runs. */
  readonly isByRun: boolean;
  /** Numbers of the runs whose rows are folded away. */
  readonly foldedRuns: ReadonlySet<number>;
  /** Key of the selected row. */
  readonly selectedKey: string | undefined;
  /** `undefined` until the reader opens or folds it: open where there is room. */
  readonly isMapOpen: boolean | undefined;
  readonly mapScale: MapScale;
  /** In a low panel: all lines of the outlook are shown, not only the next compaction. */
  readonly isOutlookOpen: boolean;
}

export type ContextViewEvent =
  | { readonly type: 'show-scope'; readonly scope: FindScope }
  | { readonly type: 'find'; readonly phrase: string }
  | { readonly type: 'select'; readonly key: string }
  | { readonly type: 'clear-selection' }
  | { readonly type: 'open-range'; readonly fromSeq: number }
  | { readonly type: 'close-range'; readonly fromSeq: number }
  | { readonly type: 'group-by-run'; readonly isByRun: boolean }
  | { readonly type: 'fold-run'; readonly number: number }
  | { readonly type: 'open-run'; readonly number: number }
  | { readonly type: 'show-map'; readonly isOpen: boolean }
  | { readonly type: 'scale-map'; readonly scale: MapScale }
  | { readonly type: 'show-outlook'; readonly isOpen: boolean }
  | WayToRow;

/** Selects a row wherever it is: leaves a search, unless the row is of it, shows what is not sent, opens its range and its run. */
export interface WayToRow {
  readonly type: 'go-to';
  readonly key: string;
  /** No list has a row for the key: the one that is shown stays. */
  readonly isUnlisted?: true;
  readonly openRange?: number;
  readonly openRun?: number;
  /** The row holds the phrase: the search goes on. */
  readonly keepsPhrase?: boolean;
}

export const FIRST_VIEW: ContextView = {
  scope: 'sent',
  phrase: '',
  openRanges: new Set(),
  isByRun: true,
  foldedRuns: new Set(),
  selectedKey: undefined,
  isMapOpen: undefined,
  mapScale: 'budget',
  isOutlookOpen: false,
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
      return goTo(view, event);
    case 'group-by-run':
      return { ...view, isByRun: event.isByRun };
    case 'fold-run':
      return { ...view, foldedRuns: new Set(view.foldedRuns).add(event.number) };
    case 'open-run':
      return { ...view, foldedRuns: without(view.foldedRuns, event.number) };
    case 'show-map':
      return { ...view, isMapOpen: event.isOpen };
    case 'scale-map':
      return { ...view, mapScale: event.scale };
    case 'show-outlook':
      return { ...view, isOutlookOpen: event.isOpen };
    default:
      return neverEvent(event);
  }
}

function goTo(view: ContextView, way: WayToRow): ContextView {
  const { key, openRange, openRun, isUnlisted, keepsPhrase = false } = way;
  const staysInScope = isUnlisted || partsOfKey(key).kind === 'item';
  const openRanges =
    openRange === undefined ? view.openRanges : new Set(view.openRanges).add(openRange);
  const foldedRuns = openRun === undefined ? view.foldedRuns : without(view.foldedRuns, openRun);
  const scope = staysInScope ? view.scope : 'considered';
  const phrase = keepsPhrase ? view.phrase : '';
  return { ...view, scope, phrase, openRanges, foldedRuns, selectedKey: key };
}

function without(numbers: ReadonlySet<number>, number: number): ReadonlySet<number> {
  const rest = new Set(numbers);
  rest.delete(number);
  return rest;
}

function neverEvent(event: never): never {
  throw new TypeError(`An event of unknown type: ${JSON.stringify(event)}`);
}
