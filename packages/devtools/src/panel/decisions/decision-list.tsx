import { type ReactNode, useCallback } from 'react';
import type { CompactionFacts } from '../../source/compaction-facts.ts';
import {
  type DecisionRow,
  decisionSentence,
  decisionTitle,
  ruleOf,
} from '../../view-model/decision-log.ts';
import { formatMoment, formatWhole } from '../../view-model/format.ts';
import { CellElement } from '../grid/grid-elements.tsx';
import type { GridLayouts } from '../grid/grid-layout.ts';
import type { GridFind } from '../grid/use-grid-find.ts';
import { VirtualGrid } from '../grid/virtual-grid.tsx';
import type { DecisionsRead } from './use-decisions.ts';

const COLUMNS = [
  { name: 'log-call', title: 'Call' },
  { name: 'log-moment', title: 'Time' },
  { name: 'log-title', title: 'Decision' },
  { name: 'log-reason', title: 'Reason' },
  { name: 'log-rule', title: 'Rule' },
] as const;

/** Narrow, the reason has a line of its own; with much room the rule stands beside it. */
const LAYOUTS: GridLayouts = [
  { name: 'two-lines', fromPixels: 0, rowPixels: 46 },
  { name: 'one-line', fromPixels: 620, rowPixels: 29 },
  { name: 'with-rule', fromPixels: 980, rowPixels: 29 },
];

/** The decisions, newest first. Older ones are read as the end comes into sight. */
export function DecisionList({
  rows,
  read,
  compactions,
  nowMs,
  find,
  selectedKey,
  onSelect,
  onEnter,
}: {
  readonly rows: readonly DecisionRow[];
  readonly read: DecisionsRead;
  readonly compactions: ReadonlyMap<string, CompactionFacts>;
  readonly nowMs: number;
  readonly find: GridFind;
  readonly selectedKey: string | undefined;
  readonly onSelect: (key: string | undefined) => void;
  readonly onEnter: () => void;
}): ReactNode {
  const renderCells = useCallback(
    (row: DecisionRow) => <DecisionCells row={row} compactions={compactions} nowMs={nowMs} />,
    [compactions, nowMs],
  );
  return (
    <VirtualGrid
      role="grid"
      label="Log of decisions, newest first"
      className="log-grid"
      columns={COLUMNS}
      layouts={LAYOUTS}
      rows={rows}
      renderCells={renderCells}
      attributesOf={attributesOf}
      selectedKey={selectedKey}
      onSelect={onSelect}
      onEnter={onEnter}
      find={find}
      {...(read.hasOlder && { onNearEnd: read.readOlder })}
      empty={emptyWords(read)}
    />
  );
}

function attributesOf({ decision }: DecisionRow) {
  return { 'data-decision': decision.kind };
}

function emptyWords({ fromCall, hasOlder, decisions, problem }: DecisionsRead): string {
  if (problem !== undefined) return 'The log did not arrive; nothing was changed.';
  if (fromCall === undefined || hasOlder) return 'Reading the log …';
  return decisions.length === 0
    ? 'Nothing has been decided yet: every message is sent as it was written.'
    : 'No decision is like this.';
}

function DecisionCells({
  row: { decision },
  compactions,
  nowMs,
}: {
  readonly row: DecisionRow;
  readonly compactions: ReadonlyMap<string, CompactionFacts>;
  readonly nowMs: number;
}): ReactNode {
  const sentence = decisionSentence(decision, compactions);
  return (
    <>
      <CellElement className="log-call">{formatWhole(decision.call)}</CellElement>
      <CellElement className="log-moment">{formatMoment(decision.atMs, nowMs)}</CellElement>
      <CellElement className="log-title">{decisionTitle(decision)}</CellElement>
      <CellElement className="log-reason" title={sentence}>
        {sentence}
      </CellElement>
      <CellElement className="log-rule">{ruleOf(decision)}</CellElement>
    </>
  );
}
