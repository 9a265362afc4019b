import type { Entry } from '@agent-memory/core';
import { type PlanFacts, planFacts } from '../source/devtools-source.ts';
import { aBudget, aMadeItem, aMessage, anEntry, anItem, aPlan, aRange } from './plan-fixture.ts';

/** A message of a plan for the map; absent fields: sent whole. */
export interface MapMessage {
  readonly tokens: number;
  /** Tokens that are not sent of it. */
  readonly cut?: number;
  /** Not sent at all: in the summary, or nothing stands for it. */
  readonly left?: 'condensed' | 'gone';
  readonly tier?: 'archive' | 'working';
}

/** A plan of these messages, behind system text and the summary of what left. */
export function aMapPlan(
  messages: readonly MapMessage[],
  { inputTokens = 8_000, summaryTokens = 200 } = {},
): PlanFacts {
  const entries = messages.map((message, seq) =>
    anEntry(seq, aMessage(seq % 2 ? 'assistant' : 'user', `Line ${seq}.`), message.tokens),
  );
  const hasLeft = messages.some(({ left }) => left === 'condensed');
  const sent = messages.flatMap((message, seq) => {
    const entry = entries[seq];
    return message.left || !entry ? [] : [sentItem(entry, message)];
  });
  const plan = aPlan(
    [madeItem('system', 120), ...(hasLeft ? [madeItem('condensed', summaryTokens)] : []), ...sent],
    {
      budget: aBudget({ inputTokens, contextWindow: inputTokens + 4_000 }),
      ranges: messages.flatMap((message, seq) =>
        message.left
          ? [
              aRange(seq, seq + 1, {
                tokens: { raw: message.tokens, sent: 0, source: 'counted' },
                ...(message.left === 'condensed' && { by: ['condensed'] }),
              }),
            ]
          : [],
      ),
    },
  );
  return planFacts(plan);
}

function madeItem(kind: 'system' | 'condensed', tokens: number) {
  const tier = kind === 'system' ? 'system' : 'archive';
  return aMadeItem({ id: kind, kind, tier }, kind, {
    rule: kind === 'system' ? 'SYSTEM_PROTECTED' : 'STANDS_FOR_RANGES',
    tokens: { raw: tokens, sent: tokens, source: 'counted' },
  });
}

function sentItem(entry: Entry, { tokens, cut = 0, tier = 'working' }: MapMessage) {
  if (cut === 0) return anItem(entry, tier);
  return anItem(entry, tier, {
    fate: 'trimmed',
    rule: 'TOOL_RESULT_OVER_LIMIT',
    tokens: { raw: tokens + cut, sent: tokens, source: 'counted' },
    numbers: { limitTokens: tokens },
  });
}
