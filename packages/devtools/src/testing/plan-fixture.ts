import type {
  ArchivedContext,
  CompactionRecord,
  CompactionSchedule,
  ContextPlan,
  Decision,
  Entry,
  Message,
  PlanItem,
  PlanRange,
  Role,
  Tier,
  TokenBudget,
} from '@agent-memory/core';

type SentTier = Exclude<Tier, 'headroom'>;
type ArchivedValue = ArchivedContext['values'][number];

/** The moment at which every fixture happens. */
export const FIXTURE_NOW_MS = Date.UTC(2026, 0, 15, 12, 0, 0);

/** A message of one text part. */
export function aMessage(role: Role, text: string): Message {
  return role === 'tool'
    ? { role, parts: [{ type: 'tool-result', callId: 'call-1', text }] }
    : { role, parts: [{ type: 'text', text }] };
}

/** An entry, 20 s younger than the one before. */
export function anEntry(seq: number, message: Message, tokens = 100): Entry {
  return {
    id: `entry-${seq}`,
    seq,
    parentId: seq === 0 ? null : `entry-${seq - 1}`,
    createdAtMs: FIXTURE_NOW_MS - 3_600_000 + seq * 20_000,
    unitStart: seq,
    message,
    tokens: { value: tokens, source: 'counted', encoding: 'o200k_base' },
  };
}

/** A decision that sends an item whole, for want of anything else. */
export function aDecision(itemId: string, decision: Partial<Decision> = {}): Decision {
  return {
    itemId,
    tier: 'working',
    fate: 'sent',
    rule: 'FITS',
    tokens: { raw: 100, sent: 100, source: 'counted' },
    numbers: {},
    ...decision,
  };
}

/** A sent entry. Give `decision` what is interesting about it. */
export function anItem(
  entry: Entry,
  tier: SentTier,
  decision: Partial<Decision> = {},
  message: Message = entry.message,
): PlanItem {
  const { value, source } = entry.tokens;
  return {
    id: entry.id,
    kind: 'entry',
    tier,
    seq: entry.seq,
    message,
    decision: aDecision(entry.id, {
      tier,
      tokens: { raw: value, sent: value, source },
      ...decision,
    }),
  };
}

/** An item that is no message of the transcript: system text, what is condensed, a live section. */
export function aMadeItem(
  { id, kind, tier }: Pick<PlanItem, 'id' | 'kind' | 'tier'>,
  text: string,
  decision: Partial<Decision> = {},
): PlanItem {
  const role = tier === 'system' ? 'system' : 'user';
  return {
    id,
    kind,
    tier,
    message: aMessage(role, text),
    decision: aDecision(id, { tier, ...decision }),
  };
}

/** A range that left and is condensed in `by`. */
export function aRange(
  fromSeq: number,
  toSeq: number,
  decision: Partial<Decision> = {},
): PlanRange {
  return {
    fromSeq,
    toSeq,
    decision: aDecision(`range-${fromSeq}`, {
      tier: 'archive',
      fate: 'summarised',
      rule: 'TIER_OVER_BUDGET_OLDEST_FIRST',
      ...decision,
    }),
  };
}

/** A window of 12,000 tokens with 8,000 for input, compacting from 7,200 down to 4,000. */
export function aBudget(budget: Partial<TokenBudget> = {}): TokenBudget {
  return {
    contextWindow: 12_000,
    replyTokens: 2_000,
    safetyTokens: 500,
    toolResultTokens: 1_500,
    reservedTokens: 0,
    inputTokens: 8_000,
    highTokens: 7_200,
    lowTokens: 4_000,
    ...budget,
  };
}

/** Grown 1,240 of the 3,900 tokens that pay for a compaction, from 2,400 on. */
export function aSchedule(schedule: Partial<CompactionSchedule> = {}): CompactionSchedule {
  return {
    state: 'wait',
    reason: 'GROWTH_NOT_DUE',
    numbers: { viewTokens: 3_640, grownTokens: 1_240, dueTokens: 3_900 },
    ...schedule,
  };
}

/** A plan of these items; every total is what the items make it. */
export function aPlan(
  items: readonly PlanItem[],
  plan: Partial<Omit<ContextPlan, 'items'>> = {},
): ContextPlan {
  const budget = plan.budget ?? aBudget();
  const ranges = plan.ranges ?? [];
  const totalTokens = items.reduce((all, item) => all + item.decision.tokens.sent, 0);
  const seqs = [
    ...items.map((item) => (item.seq ?? -1) + 1),
    ...ranges.map((range) => range.toSeq),
  ];
  const isCounted = items.every((item) => item.decision.tokens.source === 'counted');
  return {
    version: 1,
    sessionId: 'fixture',
    transcriptLength: Math.max(0, ...seqs),
    epoch: 0,
    budget,
    items,
    ranges,
    withheld: [],
    totalTokens,
    tokenSource: isCounted ? 'counted' : 'estimated',
    tiers: tierTotals(items, budget),
    freeTokens: budget.inputTokens - totalTokens,
    livePlacement: { kind: 'none' },
    degraded: [],
    schedule: aSchedule(),
    ledger: { factor: 1, reservedTokens: 0, predictedTokens: totalTokens },
    ...plan,
  };
}

function tierTotals(items: readonly PlanItem[], budget: TokenBudget): ContextPlan['tiers'] {
  const total = (tier: SentTier) => {
    const inTier = items.filter((item) => item.tier === tier);
    const tokens = inTier.reduce((all, item) => all + item.decision.tokens.sent, 0);
    return { tokens, items: inTier.length };
  };
  return {
    system: total('system'),
    archive: total('archive'),
    working: total('working'),
    live: total('live'),
    headroom: { tokens: budget.contextWindow - budget.inputTokens, items: 0 },
  };
}

/** A compaction that condensed messages 1 to 14. */
export function aCompaction(record: Partial<CompactionRecord> = {}): CompactionRecord {
  return {
    id: 'compaction-1',
    trigger: 'auto',
    startedAtMs: FIXTURE_NOW_MS - 120_000,
    durationMs: 3,
    epoch: 0,
    inputTokens: 20_000,
    tokensBefore: 18_402,
    tokensAfter: 2_110,
    stages: [
      { stage: 'trim', tokensBefore: 18_402, tokensAfter: 11_960, entries: 2 },
      { stage: 'evict', tokensBefore: 11_960, tokensAfter: 9_480, entries: 1 },
      { stage: 'condense', tokensBefore: 9_480, tokensAfter: 2_110, entries: 14 },
    ],
    summariser: 'extractive',
    left: [{ fromSeq: 1, toSeq: 15 }],
    ...record,
  };
}

/** An order number that was said three times, last in message 14, and is sent. */
export function aValue(value: Partial<ArchivedValue> = {}): ArchivedValue {
  return {
    text: 'R-20418',
    kind: 'identifier',
    uses: 3,
    lastSeq: 14,
    fromArguments: true,
    fromUser: true,
    state: 'sent',
    ...value,
  };
}

/** The text and values that stand for messages 1 to 14. */
export function anArchivedContext(
  values: readonly ArchivedValue[],
  archived: Partial<ArchivedContext> = {},
): ArchivedContext {
  const summary = {
    madeBy: 'extractive',
    fromSeq: 1,
    toSeq: 14,
    text: 'The cassette is worn; no work above 240 EUR without a call.',
  };
  return {
    id: 'condensed-1',
    text: `${summary.text}\n${values.map(({ text }) => text).join(', ')}`,
    tokens: 128,
    summary,
    values,
    coveredEntries: 14,
    coveredTokens: 5_775,
    ...archived,
  };
}

/** `count` values of every kind and state in turn. */
export function manyValues(count: number): readonly ArchivedValue[] {
  const kinds = ['identifier', 'number', 'date', 'url', 'email', 'path', 'quoted', 'name'] as const;
  const states = ['sent', 'in-view', 'no-room'] as const;
  return Array.from({ length: count }, (_, index) =>
    aValue({
      text: `VALUE-${10_000 + index}`,
      kind: kinds[index % kinds.length] ?? 'name',
      state: states[index % states.length] ?? 'sent',
      uses: 1 + (index % 4),
      lastSeq: 1 + (index % 14),
    }),
  );
}

/** `count` messages, each sent whole. */
export function aLongPlan(count: number): { plan: ContextPlan; entries: readonly Entry[] } {
  const roles = ['user', 'assistant'] as const;
  const entries = Array.from({ length: count }, (_, seq) =>
    anEntry(seq, aMessage(roles[seq % 2] ?? 'user', `Line ${seq} of a long conversation.`), 10),
  );
  const budget = aBudget({
    contextWindow: count * 15,
    inputTokens: count * 12,
    highTokens: count * 11,
    lowTokens: count * 6,
  });
  const items = entries.map((entry) =>
    anItem(entry, entry.seq < count / 2 ? 'archive' : 'working'),
  );
  return { plan: aPlan(items, { budget }), entries };
}
