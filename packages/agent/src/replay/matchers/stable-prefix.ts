import { checks, refuseUnknown } from '@agent-memory/core/internal';
import type { ReplayedCall, ReplayedSession } from '../replayed-call.ts';
import { count, refusalOf, tokens, type Verdict } from './verdict.ts';

type Call = ReplayedCall<never>;

const OPTIONS = { atLeast: true } as const;

/** Between compactions each context begins with the one before it, so that a prompt cache can read it. */
export function stablePrefix(
  { calls }: ReplayedSession<never>,
  options: { readonly atLeast?: number } = {},
): Verdict {
  refuseUnknown(options, OPTIONS, 'toKeepPrefix');
  const { atLeast = 1 } = options;
  checks.checkGiven(typeof atLeast === 'number', 'atLeast', 'a share from 0 to 1', atLeast);
  checks.checkGiven(atLeast >= 0 && atLeast <= 1, 'atLeast', 'a share from 0 to 1', atLeast);
  const between = calls.filter(
    ({ compactions, refused, plan }) => compactions.length === 0 && !refused && plan.cache,
  );
  const kept = sum(between, keptTokens);
  const before = kept + sum(between, lostTokens);
  const share = before === 0 ? 1 : kept / before;
  const broken = between.filter((call) => lostTokens(call) > 0);
  const refusals = calls.flatMap(({ call, refused }) =>
    refused ? [`- ${refusalOf(call, refused)}`] : [],
  );
  const lines = [...refusals, ...broken.map(lineOf)].slice(0, 5);
  const pass = share >= atLeast && refusals.length === 0;
  const figures = `${percent(share)} of ${tokens(before)} between compactions`;
  return {
    pass,
    message: () =>
      pass
        ? `Expected less than ${percent(atLeast)} of the contexts to be readable from a cache; it was ${figures}.`
        : `Expected ${percent(atLeast)} of each context to be readable from a cache by the next call; it was ${figures}, in ${count(between.length, 'call')}.\n${lines.join('\n')}`,
  };
}

function lineOf({ call, plan: { cache } }: Call): string {
  const change = cache?.firstChange;
  const lost = tokens(cache?.lostTokens ?? 0);
  const why = change ? `: "${change.itemId}" is another one (${change.cause})` : '';
  return `- call ${call} lost ${lost} of the context before it${why}`;
}

const keptTokens = ({ plan }: Call) => plan.cache?.keptTokens ?? 0;
const lostTokens = ({ plan }: Call) => plan.cache?.lostTokens ?? 0;

function sum(calls: readonly Call[], figure: (call: Call) => number): number {
  return calls.reduce((total, call) => total + figure(call), 0);
}

/** Never rounded up to all of it. */
function percent(share: number): string {
  return `${Math.floor(share * 1_000) / 10} %`;
}
