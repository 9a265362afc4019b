import type { Degradation } from '@agent-memory/core';
import type { CompactionFacts } from '../source/compaction-facts.ts';
import type { DevtoolsState } from '../source/devtools-source.ts';
import type { PlanFacts } from '../source/plan-facts.ts';
import { formatCount, formatWhole } from './format.ts';

/** `1,234 of 8,000 tokens · counted` */
export function totalsLine(plan: PlanFacts): string {
  const sent = formatWhole(plan.totalTokens);
  return `${sent} of ${formatWhole(plan.budget.inputTokens)} tokens · ${plan.tokenSource}`;
}

/** What changed since the plan before: `+312 tokens, +2 items`; `undefined` when none is known. */
export function changeSincePreviousPlan(state: DevtoolsState): string | undefined {
  const [previous, current] = state.history.slice(-2);
  if (!previous || !current) return undefined;
  const tokens = current.totalTokens - previous.totalTokens;
  const items = current.items - previous.items;
  if (tokens === 0 && items === 0) return 'unchanged since the plan before';
  const noun = Math.abs(items) === 1 ? 'item' : 'items';
  return `${signed(tokens)} tokens, ${signed(items)} ${noun} since the plan before`;
}

function signed(value: number): string {
  if (value === 0) return '±0';
  return `${value > 0 ? '+' : '−'}${formatWhole(Math.abs(value))}`;
}

/** Something that a person should know about the plan that is shown. */
export interface Notice {
  readonly key: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly title: string;
  readonly text: string;
}

const DEGRADATION_TITLES: Readonly<Record<Degradation['code'], string>> = {
  STORE_UNAVAILABLE: 'The store cannot be used',
  STORE_WRITE_FAILED: 'Something could not be stored',
  SUMMARIZER_FAILED: 'The summariser failed',
  SCRATCHPAD_OUTDATED: 'The stored scratchpad is of an older shape',
  TOKENIZER_UNAVAILABLE: 'Tokens are estimated',
  COUNTER_FAILED: 'The provider could not be asked to count',
  BUDGET_STEPPED_DOWN: 'The provider takes less than the budget',
};

/** Everything that is not as it should be, worst first, each once. */
export function notices(state: DevtoolsState): readonly Notice[] {
  const { plan, problem } = state;
  const all: Notice[] = [];
  if (problem) {
    all.push({
      key: `problem:${problem.code}`,
      severity: 'error',
      title: problem.code,
      text: problem.message,
    });
  }
  if (plan && plan.freeTokens < 0) all.push(overBudget(plan));
  for (const { code, message } of [...(plan?.degraded ?? []), ...state.degraded]) {
    const key = `${code}:${message}`;
    if (all.some((notice) => notice.key === key)) continue;
    const title = DEGRADATION_TITLES[code];
    all.push({ key, severity: 'warning', title, text: message });
  }
  if (plan && compactedSincePlan(state)) all.push(outdated());
  if (plan && state.entries > plan.transcriptLength) all.push(behind(plan, state.entries));
  return all;
}

function overBudget(plan: PlanFacts): Notice {
  return {
    key: 'over-budget',
    severity: 'error',
    title: `Over the input budget by ${formatCount(-plan.freeTokens, 'token')}`,
    text:
      'This is what would be sent if nothing gave way. The next assemble() compacts first; if what is ' +
      'protected alone does not fit, it throws ContextOverflowError and nothing is lost.',
  };
}

/** Whether something left or came back after the plan that is shown. */
function compactedSincePlan({ compactions, planAtMs }: DevtoolsState): boolean {
  const newest = compactions.at(-1);
  return newest !== undefined && isNewerThanPlan(newest, planAtMs);
}

/** Whether a compaction was made after the plan that is shown, so that the plan knows nothing of it. */
export function isNewerThanPlan(record: CompactionFacts, planAtMs: number): boolean {
  return record.startedAtMs > planAtMs;
}

function outdated(): Notice {
  return {
    key: 'compacted-since',
    severity: 'info',
    title: 'Compacted, or undone, since this plan',
    text: 'The next assemble() sends the new context.',
  };
}

function behind(plan: PlanFacts, entries: number): Notice {
  const newer = entries - plan.transcriptLength;
  return {
    key: 'behind',
    severity: 'info',
    title: `${formatCount(newer, 'newer message')} not in this plan yet`,
    text: 'The next assemble() takes them in.',
  };
}
