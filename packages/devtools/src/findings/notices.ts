import type { DevtoolsState, PlanFacts } from '../source/devtools-source.ts';
import { isOfStorage, troubleTitle } from '../storage/store-troubles.ts';
import { formatCount, formatWhole } from '../words/format.ts';

/** Something that a person should know about the plan that is shown. */
export interface Notice {
  readonly key: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly title: string;
  readonly text: string;
  /** The page Storage tells more, and what can be done about it. */
  readonly isOfStorage?: boolean | undefined;
}

/** Everything that is not as it should be, worst first, each once. */
export function notices(state: DevtoolsState): readonly Notice[] {
  const { plan, problem } = state;
  const all: Notice[] = [];
  if (problem) {
    all.push({
      key: `problem:${problem.code}`,
      severity: 'error',
      title: isOfStorage(problem.code) ? troubleTitle(problem.code) : problem.code,
      text: problem.message,
      isOfStorage: isOfStorage(problem.code),
    });
  }
  if (plan?.isRefused) all.push(refused(plan));
  else if (plan && plan.freeTokens < 0) all.push(overBudget(plan));
  for (const { code, message } of [...(plan?.degraded ?? []), ...state.degraded]) {
    const key = `${code}:${message}`;
    if (all.some((notice) => notice.key === key)) continue;
    all.push({
      ...{ key, severity: 'warning', title: troubleTitle(code), text: message },
      isOfStorage: isOfStorage(code),
    });
  }
  return all;
}

function refused(plan: PlanFacts): Notice {
  const { inputTokens } = plan.budget;
  return {
    key: 'refused',
    severity: 'error',
    title: `Refused, and not sent: it needs ${formatWhole(inputTokens - plan.freeTokens)} of ${formatCount(inputTokens, 'token')}`,
    text:
      `What is protected is ${formatCount(-plan.freeTokens, 'token')} too large by itself. ` +
      'assemble() threw ContextOverflowError; nothing was lost.',
  };
}

function overBudget(plan: PlanFacts): Notice {
  return {
    key: 'over-budget',
    severity: 'error',
    title: `Over the input budget by ${formatCount(-plan.freeTokens, 'token')}`,
    text:
      'The next assemble() compacts first, so this is not sent as it stands. If what is protected does ' +
      'not fit by itself, it throws ContextOverflowError: nothing is sent, and nothing is lost.',
  };
}
