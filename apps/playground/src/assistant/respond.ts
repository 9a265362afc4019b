import type { OpenAiMessage } from '@agent-memory/core';
import { type AssistantMove, type Rule, say, type Turn } from './assistant-move.ts';
import { contextTexts } from './context-texts.ts';
import { reportPage } from './pages/read-page.ts';
import { answerCourtesies } from './rules/courtesies.ts';
import { answerFacts } from './rules/facts.ts';
import { answerForgetting } from './rules/forgetting.ts';
import { answerHelp, WHAT_I_CAN_DO } from './rules/help.ts';
import { answerNotes } from './rules/notes.ts';
import { answerOrders, reportOrder } from './rules/orders.ts';
import { answerPages } from './rules/pages.ts';
import { answerPreferences } from './rules/preferences.ts';
import { answerStories } from './rules/stories.ts';
import { answerSums } from './rules/sums.ts';
import { answerThen } from './rules/then.ts';
import { answerTime } from './rules/time.ts';

/** Asked in this order; the first that answers wins. */
const RULES: readonly Rule[] = [
  answerNotes,
  answerForgetting,
  answerThen,
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

/**
 * The scripted assistant: what it does next, from nothing but the context that memory assembled.
 * It knows nothing that is not in there; that makes it a fair test of the memory.
 */
export function respond(
  context: readonly OpenAiMessage[],
  environment: { readonly now: Date },
): AssistantMove {
  const result = toolResultAtEnd(context);
  if (result) return result;
  const turn = turnOf(context, environment.now);
  for (const rule of RULES) {
    const move = rule(turn);
    if (move) return move;
  }
  return say(`I have no rule for that. ${WHAT_I_CAN_DO}`);
}

function turnOf(context: readonly OpenAiMessage[], now: Date): Turn {
  const texts = contextTexts(context);
  const last = texts.findLastIndex(({ origin }) => origin === 'user');
  return {
    question: texts[last]?.text.trim() ?? '',
    texts: texts.filter((_, index) => index !== last),
    now,
  };
}

/** The answer to a tool that was called just now. */
function toolResultAtEnd(context: readonly OpenAiMessage[]): AssistantMove | undefined {
  const message = context.at(-1);
  if (message?.role !== 'tool') return undefined;
  const call = context
    .flatMap(({ tool_calls = [] }) => tool_calls)
    .findLast(({ id }) => id === message.tool_call_id);
  const text = contextTexts([message]).find(({ origin }) => origin === 'tool')?.text ?? '';
  if (call?.function.name === 'lookup_order') return say(reportOrder(text));
  if (call?.function.name === 'read_page') return say(reportPage(text));
  // Live state may stand behind the result; the result is its first line.
  return say(text.split('\n', 1)[0] ?? '');
}
