import type { OpenAiMessage } from '@agent-memory/core';
import { type AssistantMove, type Rule, type Step, say } from './assistant-move.ts';
import { readTurn } from './read-turn.ts';
import { answerCourtesies } from './rules/courtesies.ts';
import { answerErrand } from './rules/errand.ts';
import { answerFacts } from './rules/facts.ts';
import { answerForgetting } from './rules/forgetting.ts';
import { answerHelp, WHAT_I_CAN_DO } from './rules/help.ts';
import { answerNotes } from './rules/notes.ts';
import { answerOrders } from './rules/orders.ts';
import { answerPages } from './rules/pages.ts';
import { answerPreferences } from './rules/preferences.ts';
import { answerShopValues } from './rules/shop-values.ts';
import { answerStories } from './rules/stories.ts';
import { answerSums } from './rules/sums.ts';
import { answerThen } from './rules/then.ts';
import { answerTime } from './rules/time.ts';

/** Asked in this order; the first that answers wins. */
const RULES: readonly Rule[] = [
  answerNotes,
  answerForgetting,
  answerThen,
  answerErrand,
  answerShopValues,
  answerOrders,
  answerPages,
  answerPreferences,
  answerFacts,
  answerSums,
  answerTime,
  answerStories,
  answerHelp,
  answerCourtesies,
];

/** The result of these is the answer. */
const ANSWERING = new Set([
  'remember',
  'store_memory',
  'memory_at',
  'forget_memory',
  'erase_memory',
]);

/** The time of day and the tools that there are; the rest stands in the context. */
export interface Surroundings {
  readonly now: Date;
  /** Names of the tools; one that is not here is never called. */
  readonly tools: ReadonlySet<string>;
}

/**
 * The scripted assistant: what it does next, from nothing but the context that memory assembled.
 * Every value that it says stands there in the user's words or in the result of a tool; that makes it a
 * fair test of the memory.
 */
export function respond(
  context: readonly OpenAiMessage[],
  { now, tools }: Surroundings,
): AssistantMove {
  const turn = { ...readTurn(context), now, tools };
  const last = turn.steps.at(-1);
  if (last && ANSWERING.has(last.toolName)) return say(outcomeOf(last));
  for (const rule of RULES) {
    const move = rule(turn);
    if (move) return carriedOut(move, tools);
  }
  return say(`I have no rule for that. ${WHAT_I_CAN_DO}`);
}

function carriedOut(move: AssistantMove, tools: ReadonlySet<string>): AssistantMove {
  if (move.kind === 'say' || tools.has(move.call.toolName)) return move;
  return say(`I would call ${move.call.toolName} for that, but I was not given that tool.`);
}

/** The library's words for a call that a page took with it when it died. */
const IN_DOUBT = /^This call was interrupted\./;

function outcomeOf({ toolName, result }: Step): string {
  if (!IN_DOUBT.test(result)) return result;
  return `I do not know whether that took effect: the page went away while ${toolName} was under way, and I did not run it again. Open Memories to see, or say it once more.`;
}
