import type { ContextAssembled, ContextRefused, HistoryRecord } from '../history/history-record.ts';
import type { Decision } from '../plan/decision.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { OverlaysDelta } from '../view/overlays-delta.ts';
import { anEntry, aTextMessage, START_MS, someOverlays } from './builders.ts';

/**
 * Records of a session's history, of every kind in turn, `fromIndex` up to and without `toIndex`.
 *
 * @example
 * await store.commit('support', aChange({ history: someHistory(0, 5) }));
 */
export function someHistory(fromIndex: number, toIndex: number): readonly HistoryRecord[] {
  return Array.from({ length: toIndex - fromIndex }, (_, offset) => historyAt(fromIndex + offset));
}

function historyAt(index: number): HistoryRecord {
  const happened = { index, atMs: START_MS + index * 1000 };
  switch (index % 6) {
    case 0:
      return { ...happened, kind: 'context', ...aContext(index) };
    case 1:
      return { ...happened, kind: 'usage', call: index, inputTokens: 900 + index };
    case 2:
      return { ...happened, kind: 'compaction', compactionId: 'compaction-1', delta: aDelta() };
    case 3:
      return { ...happened, kind: 'head-move', headId: anEntry({ seq: index }).id };
    case 4:
      return {
        ...happened,
        kind: 'settings',
        settingsKey: `budget:${1000 + index}`,
        epoch: 1,
        inputTokens: 1000 + index,
        delta: { ...aDelta(), condensedBefore: null },
      };
    default:
      return { ...happened, kind: 'refused', ...aRefusal(index) };
  }
}

function aContext(index: number): Omit<ContextAssembled, 'index' | 'atMs' | 'kind'> {
  const decision: Decision = {
    itemId: 'scratchpad',
    tier: 'live',
    fate: 'sent',
    rule: 'LIVE_STATE',
    tokens: { raw: 6, sent: 6, source: 'counted' },
    numbers: { roomTokens: 40 },
  };
  return {
    call: index + 1,
    headId: anEntry().id,
    entries: 1,
    overlayVersion: 0,
    epoch: 0,
    totalTokens: 96,
    tokenSource: 'counted',
    tiers: {
      system: { tokens: 10, items: 1 },
      archive: { tokens: 20, items: 1 },
      working: { tokens: 60, items: 1 },
      live: { tokens: 6, items: 1 },
      headroom: { tokens: 0, items: 0 },
    },
    schedule: { state: 'wait', reason: 'GROWTH_NOT_DUE', numbers: { grownTokens: 30 } },
    ledger: { factor: 1, reservedTokens: 0, predictedTokens: 96 },
    cache: {
      keptTokens: 80,
      lostTokens: 6,
      newTokens: 16,
      firstChange: { itemId: 'scratchpad', cause: 'live' },
    },
    livePlacement: { kind: 'message' },
    changed: {
      budget: fixedBudget(1000),
      system: 'You find trains.',
      tools: '[{"name":"search"}]',
      live: {
        items: [
          {
            id: 'scratchpad',
            kind: 'scratchpad',
            tier: 'live',
            message: aTextMessage('user', 'objective: find a train'),
            decision,
          },
        ],
        withheld: [decision],
      },
      degraded: [{ code: 'STORE_UNAVAILABLE', message: 'The disk is gone.' }],
    },
  };
}

function aRefusal(index: number): Omit<ContextRefused, 'index' | 'atMs' | 'kind'> {
  return {
    headId: anEntry().id,
    entries: 1,
    epoch: 0,
    totalTokens: 1200 + index,
    tokenSource: 'counted',
    inputTokens: 1000,
  };
}

function aDelta(): OverlaysDelta {
  const { ranges, entries } = someOverlays();
  return {
    epochBefore: 0,
    addedRanges: [0],
    removedRanges: ranges,
    addedEntries: [8],
    removedEntries: [...entries.values()],
    condensedBefore: {
      id: 'condensed-1',
      compactionId: 'compaction-1',
      text: 'They looked for trains.',
      beforeSeq: 1,
      coveredEntries: 2,
      coveredTokens: 20,
    },
  };
}
