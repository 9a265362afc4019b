import {
  type ContextPlan,
  estimateTokens,
  type FeatureHost,
  type MemoryFeature,
} from '@agent-memory/core';

declare module '@agent-memory/core' {
  interface LiveKinds {
    /** How full the context is, and which results left, where `budgetLine` says it. */
    readonly 'context-budget': true;
  }
}

const SECTION = 'context-budget';
const MOST_TOKENS = 40;
const MOST_RESULTS = 3;

/**
 * A line of at most 40 tokens at the end of the context: how full it is, about when the next compaction
 * comes, and the newest tool results that left, by the number that `recall` takes. Give it beside
 * `sessionRuns`, whose tool that is. It stands from the second context on, and ahead of it no byte changes.
 *
 * @example
 * const runs = sessionRuns();
 * const memory = createAgentMemory({
 *   id: 'support',
 *   contextWindow: 128_000,
 *   features: [runs.feature, budgetLine()],
 *   tools: runs.definitions,
 * });
 */
export function budgetLine(): MemoryFeature {
  return { name: SECTION, attach };
}

function attach(host: FeatureHost) {
  let text = '';
  let madeOf = '';
  const show = (line: string): void => {
    text = line;
    const { headId, overlayVersion } = host.standing();
    madeOf = `${headId} ${overlayVersion}`;
    host.sectionChanged(SECTION);
  };
  return {
    readsNewestOnly: true,
    liveSections: [
      {
        id: SECTION,
        kind: SECTION,
        share: 0.05,
        lead: 'State of this context',
        revision: () => text,
        render: () => ({ text }),
      },
    ],
    prepare() {
      const { plan, headId, overlayVersion } = host.standing();
      // The same context again is the same call: its line stays too.
      if (!plan || madeOf === `${headId} ${overlayVersion}`) return;
      const added = host.entries(plan.transcriptLength);
      const newTokens = added.reduce((sum, { tokens }) => sum + tokens.value, 0);
      const fill = (plan.totalTokens + newTokens) / plan.budget.inputTokens;
      show(lineOf(fill, nextOf(plan, newTokens), resultsIn(plan.ranges, host)));
    },
    compacted() {
      const { compaction } = host.standing();
      if (!compaction) return;
      const { tokensAfter, inputTokens, left, undoes } = compaction;
      const next = undoes === undefined ? 'just made' : 'just undone';
      show(lineOf(tokensAfter / inputTokens, next, resultsIn(left, host)));
    },
  } as const;
}

type Spans = readonly { readonly fromSeq: number; readonly toSeq: number }[];

/** Numbers of the newest tool results in these ranges, newest first. */
function resultsIn(ranges: Spans, host: FeatureHost): readonly number[] {
  const found: number[] = [];
  for (const { fromSeq, toSeq } of ranges.toReversed()) {
    for (const { seq, message } of host.entries(fromSeq, toSeq).toReversed()) {
      if (message.role === 'tool') found.push(seq);
      if (found.length === MOST_RESULTS) return found;
    }
  }
  return found;
}

/** The line, with as many results as have room. */
export function lineOf(fill: number, compaction: string, results: readonly number[]): string {
  const percent = Math.round(Math.min(1, fill) * 20) * 5;
  const state = `Context about ${percent}% full; compaction ${compaction}.`;
  const numbers = results.map((seq) => `#${seq}`).join(', ');
  const line = numbers ? `${state} Results that left, for recall: ${numbers}` : state;
  const isTooLong = numbers !== '' && estimateTokens(line) > MOST_TOKENS;
  return isTooLong ? lineOf(fill, compaction, results.slice(0, -1)) : line;
}

/** When the next compaction comes. @param newTokens of what was said since the plan. */
export function nextOf(plan: ContextPlan, newTokens: number): string {
  const left = tokensLeft(plan, newTokens);
  if (left === Infinity) return 'not in sight';
  return left < 100
    ? 'now due'
    : `in about ${Number(left.toPrecision(2)).toLocaleString('en')} tokens`;
}

/** Tokens that may come before the schedule acts, by the figures of its reason. */
function tokensLeft({ schedule }: ContextPlan, newTokens: number): number {
  if (schedule.state === 'act') return 0;
  const {
    viewTokens = 0,
    grownTokens = 0,
    dueTokens,
    neededTokens,
    lowTokens = 0,
  } = schedule.numbers;
  const {
    highTokens,
    inputTokens = Infinity,
    markTokens = highTokens ?? inputTokens,
  } = schedule.numbers;
  const growth = Math.max((dueTokens ?? Infinity) - grownTokens, lowTokens - viewTokens);
  const ends = [markTokens - viewTokens, growth, (neededTokens ?? Infinity) - grownTokens];
  return Math.max(0, Math.min(...ends) - newTokens);
}
