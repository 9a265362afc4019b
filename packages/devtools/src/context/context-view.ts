import type { RunOutline } from '@agent-memory/agent';
import { isNewerThanPlan } from '../compactions/compaction-summary.ts';
import { sharedValue, useShared } from '../elements/shared-value.ts';
import type { Notice } from '../findings/notices.ts';
import type { DevtoolsState, FindScope, PlanFacts } from '../source/devtools-source.ts';
import { capitalised, formatCount } from '../words/format.ts';
import { keyOfSeq, partsOfKey, rangeAt } from './context-rows.ts';
import { runOfKey } from './run-groups.ts';

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
  readonly isMapOpen: boolean;
  /** All lines of the outlook are shown, not only the next compaction. */
  readonly isOutlookOpen: boolean;
}

export type ContextViewEvent =
  /** Sets fields that affect nothing else. */
  | {
      readonly type: 'change';
      readonly change: Partial<Omit<ContextView, 'openRanges' | 'foldedRuns'>>;
    }
  /** Details of a row of the other list are closed. */
  | { readonly type: 'choose-list'; readonly scope: FindScope }
  | { readonly type: 'toggle-range'; readonly fromSeq: number; readonly isOpen: boolean }
  | { readonly type: 'toggle-run'; readonly number: number; readonly isOpen: boolean }
  | WayToRow;

/** Selects a row wherever it is: leaves a search, unless the row is of it, shows what is not sent, opens its range and its run. */
export interface WayToRow {
  readonly type: 'go-to';
  readonly key: string;
  /** No list has a row for the key: the one that is shown stays. */
  readonly isUnlisted?: true;
  readonly openRange?: number;
  readonly openRun?: number;
  /** The row holds the phrase: the search continues. */
  readonly keepsPhrase?: boolean;
}

export const FIRST_VIEW: ContextView = {
  scope: 'sent',
  phrase: '',
  openRanges: new Set(),
  isByRun: true,
  foldedRuns: new Set(),
  selectedKey: undefined,
  isMapOpen: false,
  isOutlookOpen: false,
};

/** The view after an event. */
export function nextView(view: ContextView, event: ContextViewEvent): ContextView {
  switch (event.type) {
    case 'change':
      return { ...view, ...event.change };
    case 'choose-list':
      return { ...view, scope: event.scope, selectedKey: undefined };
    case 'toggle-range':
      return { ...view, openRanges: toggled(view.openRanges, event.fromSeq, event.isOpen) };
    case 'toggle-run':
      return { ...view, foldedRuns: toggled(view.foldedRuns, event.number, !event.isOpen) };
    case 'go-to':
      return goTo(view, event);
    default:
      return event satisfies never;
  }
}

function goTo(view: ContextView, way: WayToRow): ContextView {
  const { key, openRange, openRun, isUnlisted, keepsPhrase = false } = way;
  const staysInScope = isUnlisted || partsOfKey(key).kind === 'item';
  const openRanges =
    openRange === undefined ? view.openRanges : toggled(view.openRanges, openRange, true);
  const foldedRuns =
    openRun === undefined ? view.foldedRuns : toggled(view.foldedRuns, openRun, false);
  const scope = staysInScope ? view.scope : 'considered';
  const phrase = keepsPhrase ? view.phrase : '';
  return { ...view, scope, phrase, openRanges, foldedRuns, selectedKey: key };
}

/** The same numbers with this one among them, or without it. */
function toggled(numbers: ReadonlySet<number>, number: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(numbers).add(number);
  if (!isIn) next.delete(number);
  return next;
}

/** The way to a row, with the range and the run that have to be open for it to be listed. */
export function wayToRow(plan: PlanFacts, runs: readonly RunOutline[], key: string): WayToRow {
  const parts = partsOfKey(key);
  const isInRange = parts.kind === 'entry' || parts.kind === 'range';
  const range = isInRange ? rangeAt(plan, Number(parts.id)) : undefined;
  const run = runOfKey(plan, runs, parts);
  return {
    type: 'go-to',
    key,
    ...(!isListed(plan, key) && { isUnlisted: true }),
    ...(range && { openRange: range.fromSeq }),
    ...(run && { openRun: run.number }),
  };
}

/** A message that is selected and in no list of this context: where it is. `undefined` where a row shows it. */
export function notListed(
  plan: PlanFacts,
  selectedKey: string | undefined,
  isPast: boolean,
): Notice | undefined {
  if (selectedKey === undefined || isListed(plan, selectedKey)) return undefined;
  const seq = Number(partsOfKey(selectedKey).id);
  return {
    key: 'not-listed',
    severity: 'info',
    title: `Message #${seq} is not in this list`,
    text: whereItIs(plan, seq, isPast),
  };
}

/** Whether the row of a key can be listed; the original of a message only where it left. */
export function isListed(plan: PlanFacts, key: string): boolean {
  const { kind, id } = partsOfKey(key);
  if (kind !== 'entry') return true;
  const seq = Number(id);
  return rangeAt(plan, seq) !== undefined || keyOfSeq(plan, seq) !== key;
}

function whereItIs(plan: PlanFacts, seq: number, isPast: boolean): string {
  if (seq < plan.transcriptLength) {
    return 'This context neither sends it nor has anything stand for it; its original is kept.';
  }
  return isPast
    ? 'It was said after this call. Go back to live to see it in the list.'
    : 'It is newer than this context; the next call takes it in.';
}

/** What the next call takes in: messages, or a compaction, that came after this plan; '' where nothing did. */
export function newerThanPlan(
  plan: PlanFacts,
  { entries, compactions, planAtMs }: Pick<DevtoolsState, 'entries' | 'compactions' | 'planAtMs'>,
): string {
  const newer = entries - plan.transcriptLength;
  const newest = compactions.at(-1);
  const news = [
    ...(newer > 0 ? [formatCount(newer, 'newer message')] : []),
    ...(newest && isNewerThanPlan(newest, planAtMs) ? ['a compaction or an undo'] : []),
  ];
  return news.length === 0 ? '' : `${capitalised(news.join(' and '))}: in the next call.`;
}

const SharedContextView = sharedValue<{
  readonly view: ContextView;
  readonly dispatch: (event: ContextViewEvent) => void;
}>();

export const ContextViewProvider = SharedContextView.Provider;

/** The view, and the way to change it, for everything in the context tab. */
export const useContextView = () => useShared(SharedContextView);
