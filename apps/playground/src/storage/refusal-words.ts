import type { ContextOverflowError, ContextPlan } from '@agent-memory/core';
import { figure } from '../facts/figures.ts';

type RefusedPlan = Pick<ContextPlan, 'items' | 'totalTokens'>;

/**
 * `Not sent: system 1,200 + tools 900 + your message 7,100 = 9,200 tokens; the budget is 8,000.` Without a
 * plan of this refusal only its sum is told.
 */
export function notSentWords(
  { neededTokens, inputTokens }: Pick<ContextOverflowError, 'neededTokens' | 'inputTokens'>,
  plan: RefusedPlan | undefined,
): string {
  const isOfThis = plan?.totalTokens === neededTokens;
  const parts = isOfThis ? `${sum(plan)} = ` : 'it needs ';
  return `Not sent: ${parts}${figure(neededTokens)} tokens; the budget is ${figure(inputTokens)}.`;
}

function sum({ items, totalTokens }: RefusedPlan): string {
  const own = items.findLast(({ kind, message }) => kind === 'entry' && message?.role === 'user');
  const named = [
    { name: 'system', tokens: tokensOf(items.filter(({ kind }) => kind === 'system')) },
    { name: 'tools', tokens: tokensOf(items.filter(({ kind }) => kind === 'tools')) },
    { name: 'your message', tokens: tokensOf(own ? [own] : []) },
  ];
  const rest = totalTokens - named.reduce((all, { tokens }) => all + tokens, 0);
  return [...named, { name: 'what else must be sent', tokens: rest }]
    .filter(({ tokens }) => tokens > 0)
    .map(({ name, tokens }) => `${name} ${figure(tokens)}`)
    .join(' + ');
}

function tokensOf(items: RefusedPlan['items']): number {
  return items.reduce((all, { decision }) => all + decision.tokens.sent, 0);
}
