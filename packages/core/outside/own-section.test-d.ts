// A program of its own: what a package declares here, the other tests must not know of.

import type {
  Decision,
  LiveKind,
  LiveSection,
  MemoryEvent,
  MemoryEventBody,
  PlanItem,
  RuleCode,
} from '@agent-memory/core';
import { describeDecision } from '@agent-memory/explain';
import { expectTypeOf } from 'vitest';

declare module '@agent-memory/core' {
  interface LiveKinds {
    readonly weather: true;
  }
  interface LiveRules {
    readonly WEATHER_REPORTED: true;
  }
  interface RuleCodes {
    readonly RECORD_DEDUPLICATED: true;
  }
  interface MemoryEventMap {
    readonly 'weather-report': { readonly degrees: number };
  }
}

// [TIER-4] A section of a kind of its own, with a rule and a sentence of its own.
export const weather: LiveSection = {
  id: 'weather',
  kind: 'weather',
  share: 0.02,
  lead: 'Weather where the user is',
  revision: () => 7,
  render: () => ({
    text: 'Rain.\nWind.',
    reason: {
      rule: 'WEATHER_REPORTED',
      numbers: { ageMs: 60_000 },
      sentence: 'Read from the station a minute ago.',
    },
  }),
};

// @ts-expect-error: nobody declared this kind
export const unknown: LiveSection = { ...weather, kind: 'tides' };

// [PLAN] Items and decisions are of the kinds and rules of everyone.
expectTypeOf<'weather'>().toExtend<LiveKind>();
expectTypeOf<'weather'>().toExtend<PlanItem['kind']>();
expectTypeOf<'scratchpad' | 'notes' | 'entry'>().toExtend<PlanItem['kind']>();
expectTypeOf<'WEATHER_REPORTED' | 'RECORD_DEDUPLICATED' | 'FITS'>().toExtend<RuleCode>();
expectTypeOf<'tides'>().not.toExtend<PlanItem['kind']>();
expectTypeOf<'UNHEARD_OF'>().not.toExtend<RuleCode>();

export const decision: Decision = {
  itemId: 'record-1',
  tier: 'live',
  fate: 'deduplicated',
  rule: 'RECORD_DEDUPLICATED',
  tokens: { raw: 12, sent: 0, source: 'counted' },
  numbers: {},
  sentence: 'Another record says the same.',
};
expectTypeOf(describeDecision(decision).sentence).toBeString();

// [OBS-1] An event of its own beside all others.
export const event: MemoryEventBody = { type: 'weather-report', degrees: 12 };
// @ts-expect-error: its field is missing
export const broken: MemoryEventBody = { type: 'weather-report' };

export function degreesIn(said: MemoryEvent): number | undefined {
  return said.type === 'weather-report' ? said.degrees : undefined;
}
expectTypeOf<MemoryEvent['type']>().toExtend<string>();
expectTypeOf<Extract<MemoryEvent, { type: 'usage-report' }>>().toHaveProperty('ledger');
