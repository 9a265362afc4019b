import { describeSchedule } from '../pacing/describe-schedule.ts';
import type { BarePlan, ContextPlan } from './context-plan.ts';

/** One line of figures about a plan. */
export interface PlanFigure {
  readonly name: string;
  readonly text: string;
}

type FiguredPlan = BarePlan &
  Partial<Pick<ContextPlan, 'schedule' | 'ledger' | 'cache' | 'isRefused'>>;

/** The figures of a plan in words: how large it is, what is kept free, when it is compacted, what it costs. */
export function planFigures(plan: FiguredPlan): readonly PlanFigure[] {
  return [
    plan.isRefused
      ? { name: 'refused', text: `nothing was sent; it would have been ${sentText(plan)}` }
      : { name: 'sent', text: sentText(plan) },
    { name: 'window', text: windowText(plan) },
    ...(plan.schedule ? [{ name: 'schedule', text: scheduleText(plan.schedule) }] : []),
    ...(plan.ledger ? [{ name: 'ledger', text: ledgerText(plan.ledger) }] : []),
    ...(plan.cache ? [{ name: 'cache', text: cacheText(plan.cache) }] : []),
    { name: 'live', text: liveText(plan) },
    ...plan.degraded.map(({ code, message }) => ({ name: 'degraded', text: `${code} ${message}` })),
  ];
}

function sentText({ totalTokens, budget, freeTokens, tokenSource, items }: FiguredPlan): string {
  const percent = Math.round((100 * totalTokens) / budget.inputTokens);
  const left = freeTokens < 0 ? `${whole(-freeTokens)} over` : `${whole(freeTokens)} free`;
  return `${whole(totalTokens)} of ${whole(budget.inputTokens)} tokens (${percent}%), ${tokenSource}, ${left}, ${counted(items.length, 'item')}`;
}

function windowText({ budget, tiers, transcriptLength, epoch }: FiguredPlan): string {
  const { contextWindow, replyTokens, safetyTokens, toolResultTokens, reservedTokens } = budget;
  const kept = [
    `reply ${whole(replyTokens)}`,
    `safety ${whole(safetyTokens)}`,
    `tool results ${whole(toolResultTokens)}`,
    ...(reservedTokens > 0 ? [`server ${whole(reservedTokens)}`] : []),
  ];
  return `${whole(contextWindow)}, of it headroom ${whole(tiers.headroom.tokens)} (${kept.join(', ')}); ${counted(transcriptLength, 'message')} in the transcript, epoch ${epoch}`;
}

function scheduleText(schedule: ContextPlan['schedule']): string {
  const verb = schedule.state === 'act' ? 'compacts before it is sent' : 'waits';
  return `${verb}: ${schedule.reason}, ${describeSchedule(schedule)}`;
}

function ledgerText({
  factor,
  reservedTokens,
  predictedTokens,
  reportedTokens,
  limitTokens,
}: ContextPlan['ledger']): string {
  const reported =
    reportedTokens === undefined
      ? 'has reported nothing yet'
      : `reported ${whole(reportedTokens)} last`;
  const limit =
    limitTokens === undefined
      ? ''
      : `; after refusals contexts are kept to ${whole(limitTokens)}, until \`configure({ budget })\` or another \`model\``;
  return `the provider will read ${whole(predictedTokens)} tokens (factor ${plain(factor)}, ${whole(reservedTokens)} on its own) and ${reported}${limit}`;
}

function cacheText({
  keptTokens,
  lostTokens,
  newTokens,
  firstChange,
}: NonNullable<ContextPlan['cache']>): string {
  const change = firstChange ? `, ${firstChange.cause} at ${firstChange.itemId}` : '';
  return `kept ${whole(keptTokens)}, lost ${whole(lostTokens)}, new ${whole(newTokens)}${change}`;
}

function liveText({ livePlacement, tiers }: FiguredPlan): string {
  if (livePlacement.kind === 'none') return 'nothing';
  const place =
    livePlacement.kind === 'inside'
      ? `inside ${livePlacement.itemId}`
      : 'as a message of its own at the end';
  const { rewrittenTokens } = livePlacement;
  const cost = rewrittenTokens === undefined ? '' : `; a change rewrites ${whole(rewrittenTokens)}`;
  return `${whole(tiers.live.tokens)} tokens, ${place}${cost}`;
}

function counted(number: number, noun: string): string {
  return `${whole(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

function plain(number: number): string {
  return number.toLocaleString('en-US', { maximumFractionDigits: 3 });
}
