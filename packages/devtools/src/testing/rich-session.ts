import type {
  ArchivedContext,
  CompactionPreview,
  CompactionRecord,
  ContextPlan,
  Entry,
  Message,
  PlanItem,
} from '@agent-memory/core';
import { FixtureMemory } from './fixture-memory.ts';
import {
  aBudget,
  aCompaction,
  aMadeItem,
  aMessage,
  anArchivedContext,
  anEntry,
  anItem,
  aPlan,
  aRange,
  aSchedule,
  aValue,
  FIXTURE_NOW_MS,
} from './plan-fixture.ts';

const SYSTEM = `You help customers of a small bicycle workshop. Be brief and exact.
Never promise a date that the workshop calendar does not show.`;

const TOOLS = JSON.stringify(
  [
    { name: 'find_order', parameters: { orderNumber: 'string' } },
    { name: 'workshop_calendar', parameters: { from: 'date', to: 'date' } },
    { name: 'parts_stock', parameters: { query: 'string' } },
  ],
  undefined,
  2,
);

const CONDENSED = `Messages 1 to 14, condensed:
- Order R-20418 (gravel bike, frame no. WTU482KL) came in on 2026-01-09 with a worn drivetrain.
- The customer wants an estimate before work starts; limit 240 EUR.
- Quoted: cassette 11-42 (64.90 EUR), chain (38.50 EUR), labour 75 EUR.
- Open: is the bottom bracket to be replaced too?`;

const LONG_RESULT = Array.from(
  { length: 90 },
  (_, line) =>
    `{"part":"chain-${100 + line}","speeds":${9 + (line % 4)},"stock":${(line * 7) % 23},"price":"${(24 + line * 0.35).toFixed(2)}"}`,
).join('\n');

const SHORTENED_RESULT = `${LONG_RESULT.slice(0, 420)}
… 6,512 characters left out; ask parts_stock again for the rest …
${LONG_RESULT.slice(-260)}`;

const SCRATCHPAD = `Objective: repair of R-20418 before 2026-01-31
Key facts: limit 240 EUR; 11 speeds
Current step: book 23 January 13:30
Blockers: none`;

const EARLY = [
  'Here is the photo of the cassette, the teeth look like shark fins to me.',
  'Thanks. The cassette is worn; chain wear reads 0.9 on the gauge. Shall I ask for an estimate?',
  'Yes, but please nothing over 240 EUR without calling me.',
  'Noted: no work above 240 EUR without a call.',
];

/** A workshop's support session: condensed, shortened and superseded messages, tools, live state. */
export function richSession(): { memory: FixtureMemory; plan: ContextPlan } {
  const entries = richEntries();
  const plan = richPlan(entries);
  const memory = new FixtureMemory({
    plan,
    entries,
    compactions: richCompactions(),
    archived: richArchive(),
    preview: richPreview(plan),
    state: {
      ledger: {
        factor: 1.04,
        reservedTokens: 0,
        last: { plannedTokens: 1_902, reportedTokens: 1_978 },
        reports: 3,
      },
    },
  });
  return { memory, plan };
}

function call(toolName: string, argumentsJson: string, text?: string): Message {
  return {
    role: 'assistant',
    parts: [
      ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
      { type: 'tool-call', callId: 'call-1', toolName, arguments: argumentsJson },
    ],
  };
}

function richEntries(): readonly Entry[] {
  const messages: { message: Message; tokens: number }[] = [
    {
      message: aMessage(
        'user',
        'My order is R-20418. The bike shifts badly since last week and the chain skips under load. What would a repair cost, and when could I have it back? I need it for a race on 2026-01-31.',
      ),
      tokens: 54,
    },
  ];
  for (let seq = 1; seq < 15; seq++) {
    const text = EARLY[(seq - 1) % EARLY.length] ?? '';
    messages.push({
      message: aMessage(seq % 2 ? 'user' : 'assistant', text),
      tokens: 180 + seq * 31,
    });
  }
  messages.push(
    { message: aMessage('user', 'Which chains do you have for 11 speeds?'), tokens: 17 },
    { message: call('parts_stock', '{"query":"chain"}', 'I will look at the shelf.'), tokens: 38 },
    { message: aMessage('tool', LONG_RESULT), tokens: 2_410 },
    {
      message: aMessage(
        'assistant',
        'For 11 speeds there are three: chain-102 (24.70 EUR, 14 in stock), chain-106 (26.10 EUR) and chain-110 (27.50 EUR).\n\nThe second one is what we fit most.',
      ),
      tokens: 71,
    },
    { message: call('workshop_calendar', '{"from":"2026-01-19","to":"2026-01-30"}'), tokens: 44 },
    { message: aMessage('tool', '{"free":["2026-01-22 08:00"]}'), tokens: 26 },
    { message: call('workshop_calendar', '{"from":"2026-01-19","to":"2026-01-30"}'), tokens: 44 },
    {
      message: aMessage(
        'tool',
        '{"free":["2026-01-22 08:00","2026-01-23 13:30","2026-01-27 08:00"]}',
      ),
      tokens: 48,
    },
    {
      message: aMessage(
        'assistant',
        'The workshop is free on 22 January at 8:00, 23 January at 13:30 and 27 January at 8:00. Any of these leaves time before your race.',
      ),
      tokens: 52,
    },
    {
      message: {
        role: 'user',
        parts: [
          {
            type: 'text',
            text: 'Then 23 January, please. And this noise, is it the bottom bracket?',
          },
          {
            type: 'image',
            url: 'https://shop.example/uploads/bottom-bracket.jpg',
            width: 800,
            height: 600,
          },
        ],
      },
      tokens: 790,
    },
  );
  return messages.map(({ message, tokens }, seq) => anEntry(seq, message, tokens));
}

function richPlan(entries: readonly Entry[]): ContextPlan {
  const items: PlanItem[] = [
    systemItem('system', SYSTEM, 42, 'SYSTEM_PROTECTED', 'pinned'),
    systemItem('tools', TOOLS, 188, 'TOOLS_COUNTED', 'sent'),
  ];
  for (const entry of entries) {
    if (entry.seq === 0) {
      items.push(
        anItem(entry, 'archive', { fate: 'pinned', rule: 'ANCHOR_PROTECTED' }),
        condensedItem(),
      );
    } else if (entry.seq >= 15) {
      items.push(workingItem(entry));
    }
  }
  items.push(liveItem());
  return aPlan(items, {
    sessionId: 'support-4127',
    budget: aBudget(),
    ranges: [
      aRange(1, 15, {
        tokens: { raw: 5_775, sent: 0, source: 'counted' },
        numbers: { mostTargetTokens: 4_000 },
        by: ['condensed-1'],
      }),
    ],
    livePlacement: { kind: 'inside', itemId: 'entry-24' },
    schedule: aSchedule({
      numbers: { viewTokens: 1_937, grownTokens: 1_240, dueTokens: 3_900 },
    }),
    ledger: {
      factor: 1.04,
      reservedTokens: 0,
      predictedTokens: 2_068,
      reportedTokens: 1_978,
    },
    cache: {
      keptTokens: 412,
      lostTokens: 1_190,
      newTokens: 386,
      firstChange: { itemId: 'condensed-1', cause: 'compaction' },
    },
  });
}

function systemItem(
  kind: 'system' | 'tools',
  text: string,
  tokens: number,
  rule: 'SYSTEM_PROTECTED' | 'TOOLS_COUNTED',
  fate: 'pinned' | 'sent',
): PlanItem {
  return aMadeItem({ id: kind, kind, tier: 'system' }, text, {
    fate,
    rule,
    tokens: { raw: tokens, sent: tokens, source: 'counted' },
  });
}

function condensedItem(text = CONDENSED, coveredTokens = 5_775, sentTokens = 128): PlanItem {
  return aMadeItem({ id: 'condensed-1', kind: 'condensed', tier: 'archive' }, text, {
    rule: 'STANDS_FOR_RANGES',
    tokens: { raw: coveredTokens, sent: sentTokens, source: 'counted' },
    numbers: { coveredMessages: 14, coveredTokens },
  });
}

function workingItem(entry: Entry): PlanItem {
  if (entry.seq === 17) {
    const tokens = { raw: 2_410, sent: 402, source: 'counted' } as const;
    return anItem(
      entry,
      'working',
      { fate: 'trimmed', rule: 'TOOL_RESULT_OVER_LIMIT', tokens, numbers: { limitTokens: 400 } },
      aMessage('tool', SHORTENED_RESULT),
    );
  }
  if (entry.seq === 20) {
    return anItem(
      entry,
      'working',
      {
        fate: 'evicted',
        rule: 'RESULT_SUPERSEDED',
        tokens: { raw: 26, sent: 19, source: 'counted' },
        numbers: { supersededBySeq: 22 },
        by: ['entry-22'],
      },
      aMessage('tool', '[superseded: a newer result of the same call follows]'),
    );
  }
  if (entry.seq === 24) {
    return anItem(entry, 'working', { fate: 'pinned', rule: 'CURRENT_USER_PROTECTED' });
  }
  return anItem(entry, 'working');
}

function liveItem(): PlanItem {
  return aMadeItem({ id: 'scratchpad', kind: 'scratchpad', tier: 'live' }, SCRATCHPAD, {
    rule: 'LIVE_STATE',
    tokens: { raw: 51, sent: 51, source: 'estimated' },
    numbers: { padVersion: 6 },
  });
}

function richCompactions(): readonly CompactionRecord[] {
  const { summariser: _, ...withoutSummary } = aCompaction();
  return [
    {
      ...withoutSummary,
      id: 'compaction-0',
      trigger: 'manual',
      startedAtMs: FIXTURE_NOW_MS - 1_380_000,
      durationMs: 1.2,
      inputTokens: 8_000,
      tokensBefore: 5_112,
      tokensAfter: 3_104,
      stages: [
        { stage: 'trim', tokensBefore: 5_112, tokensAfter: 3_104, entries: 1 },
        { stage: 'evict', tokensBefore: 3_104, tokensAfter: 3_104, entries: 0 },
      ],
      left: [],
    },
    aCompaction({
      reason: 'GROWTH_DUE',
      inputTokens: 8_000,
      tokensBefore: 7_391,
      tokensAfter: 1_742,
      stages: [
        { stage: 'trim', tokensBefore: 7_391, tokensAfter: 7_391, entries: 0 },
        { stage: 'evict', tokensBefore: 7_391, tokensAfter: 7_384, entries: 1 },
        { stage: 'condense', tokensBefore: 7_384, tokensAfter: 1_742, entries: 14 },
      ],
      wasPrepared: true,
      transcriptLength: 21,
      cacheLostTokens: 1_190,
      lost: { values: ['DT Swiss 350', '0.9', 'uploads/cassette-front.jpg'], total: 3 },
    }),
  ];
}

function richArchive(): ArchivedContext {
  return anArchivedContext(
    [
      aValue({ origin: { from: 'user', seq: 1 } }),
      aValue({
        ...{ text: 'WTU482KL', uses: 2, lastSeq: 11, fromArguments: false },
        origin: { from: 'tool', seq: 11, tool: 'find_parcel' },
      }),
      aValue({ text: '240 EUR', kind: 'number', uses: 4, lastSeq: 16, state: 'in-view' }),
      aValue({ text: '2026-01-09', kind: 'date', uses: 1, lastSeq: 2 }),
      aValue({ text: '64.90', kind: 'number', uses: 1, lastSeq: 9 }),
      aValue({
        text: 'uploads/cassette-front.jpg',
        kind: 'path',
        uses: 1,
        lastSeq: 1,
        state: 'no-room',
      }),
      aValue({ text: 'DT Swiss 350', kind: 'quoted', uses: 1, lastSeq: 6, state: 'no-room' }),
      aValue({
        text: 'https://shop.example/parts/cassette-11-42',
        kind: 'url',
        uses: 1,
        lastSeq: 8,
        state: 'no-room',
      }),
    ],
    { text: CONDENSED },
  );
}

/** A compaction by hand would let messages 15 to 18 go as well. */
function richPreview(plan: ContextPlan): CompactionPreview {
  const text = `${CONDENSED}\n- Chains for 11 speeds: chain-102, chain-110.`;
  return {
    record: aCompaction({
      id: 'compaction-2',
      trigger: 'manual',
      inputTokens: 8_000,
      tokensBefore: 1_988,
      tokensAfter: 1_504,
      durationMs: 2,
      stages: [
        { stage: 'trim', tokensBefore: 1_988, tokensAfter: 1_790, entries: 1 },
        { stage: 'condense', tokensBefore: 1_790, tokensAfter: 1_504, entries: 4 },
      ],
      left: [{ fromSeq: 15, toSeq: 19 }],
      cacheLostTokens: 1_540,
      lost: { values: ['chain-106', '26.10'], total: 2 },
    }),
    text,
    plan: {
      ...plan,
      items: plan.items.flatMap((item) => {
        if (item.kind === 'condensed') return [condensedItem(text, 6_303, 162)];
        return item.seq !== undefined && item.seq >= 15 && item.seq < 19 ? [] : [item];
      }),
      ranges: [
        aRange(1, 19, {
          tokens: { raw: 6_303, sent: 0, source: 'counted' },
          by: ['condensed-1'],
        }),
      ],
    },
  };
}
