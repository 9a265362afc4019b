import type { ContextPlan, Entry, Message } from '@agent-memory/core';
import { budgets, checks, decisionOn, runToEnd, summaries } from '@agent-memory/core/internal';
import { describeDecision, messageHolds } from '@agent-memory/explain';
import { replayedUnder } from '../replay-session.ts';
import type { ReplayedCall, ReplayedSession } from '../replayed-call.ts';
import { tokens, type Verdict } from './verdict.ts';
import { nameOf } from './within-budget.ts';

type Call = ReplayedCall<never>;

/**
 * A value stands in the context of a call: to the letter, and not as part of a longer word.
 *
 * @param number of the call, from 1; from -1 backwards, `-1` being the last.
 */
export function valueAtCall(
  session: ReplayedSession<never>,
  value: string,
  number: number,
): Verdict {
  checks.checkGiven(
    typeof value === 'string' && value !== '',
    'value',
    'text that is not empty',
    value,
  );
  const isNumber = Number.isSafeInteger(number) && number !== 0;
  const call = isNumber ? session.calls.at(number > 0 ? number - 1 : number) : undefined;
  checks.checkGiven(
    call !== undefined,
    'call',
    `1 to ${session.calls.length} (or -1 for the last)`,
    number,
  );
  const item = call.refused
    ? undefined
    : call.plan.items.find(({ message }) => holdsValue(message, value));
  return {
    pass: item !== undefined,
    message: () =>
      item
        ? `Expected ${quoted(value)} not to stand in the context of call ${call.call}. It stands in ${nameOf(item)}, tier ${item.tier}: ${describeDecision(item.decision).sentence}`
        : `Expected ${quoted(value)} in the context of call ${call.call}.\n${whyAbsent(session, call, value)}`,
    ...(!item && !call.refused && { more: () => remedyFor(session, call, value) }),
  };
}

/** The rules by which something is cut for want of room, and nothing else. */
const FOR_ROOM: readonly string[] = [
  'ANCHOR_OVER_SHARE',
  'CALL_ARGUMENTS_OVER_LIMIT',
  'TIER_OVER_BUDGET_OLDEST_FIRST',
  'TOOL_RESULT_CROWDS_OUT',
  'TOOL_RESULT_OVER_LIMIT',
];

/** The least input budget with which the newest message that holds the value would be whole in that call. */
async function remedyFor(
  session: ReplayedSession<never>,
  { call, answerSeq, plan, explain }: Call,
  value: string,
): Promise<string> {
  const said = session.entries.filter(({ message }) => holdsValue(message, value));
  const entry = said.findLast(({ seq }) => seq < answerSeq);
  const decision = entry && explain(entry.id);
  if (!decision || !FOR_ROOM.includes(decision.rule)) return '';
  const isWholeIn = ({ items, freeTokens }: ContextPlan) =>
    freeTokens >= 0 &&
    items.some((item) => item.seq === entry.seq && item.decision.fate === 'sent');
  const isKeptAt = async (inputTokens: number) => {
    const replay = replayedUnder(session, budgets.budgetOf(plan.budget, inputTokens));
    for await (const one of replay ?? []) if (one.call === call) return isWholeIn(one.plan);
    return false;
  };
  const atLeast = await budgets.leastThatHolds(plan.budget.inputTokens, isKeptAt);
  if (atLeast === undefined) return '';
  const remedies = [{ option: 'inputBudget', atLeast }] as const;
  return `\n${describeDecision({ ...decision, remedies }).remedy}`;
}

function whyAbsent(session: ReplayedSession<never>, call: Call, value: string): string {
  if (call.refused) return `That context was refused. ${call.refused.message}`;
  const said = session.entries.filter(({ message }) => holdsValue(message, value));
  const before = said.filter(({ seq }) => seq < call.answerSeq);
  if (before.length > 0) return before.map((entry) => whyLeft(session, call, entry)).join('\n');
  const [first] = said;
  return first
    ? `No message before that call holds it: message #${first.seq} (${first.message.role}) is the first that does.`
    : 'No message of the session holds it.';
}

function whyLeft(session: ReplayedSession<never>, call: Call, entry: Entry): string {
  const place = `- Message #${entry.seq} (${entry.message.role}) holds it.`;
  const decision = decisionOn(call.plan, entry);
  if (!decision) return place;
  const { sentence, remedy } = describeDecision(decision);
  return [place, sentence, whenItLeft(session, call, entry), remedy].filter(Boolean).join(' ');
}

/** The compaction that it left in; those of shortened messages are told by the sentence itself. */
function whenItLeft(
  { calls }: ReplayedSession<never>,
  { call: until }: Call,
  { seq }: Entry,
): string | undefined {
  for (const { call, compactions } of calls.slice(0, until).reverse()) {
    const compaction = compactions.findLast(({ left }) =>
      left.some(({ fromSeq, toSeq }) => seq >= fromSeq && seq < toSeq),
    );
    if (!compaction) continue;
    const { tokensBefore, tokensAfter, summariser } = compaction;
    const by = summariser === undefined ? '' : `, summed up by ${summariser}`;
    return `It left before call ${call}, when ${tokens(tokensBefore)} became ${tokens(tokensAfter)}${by}.`;
  }
  return undefined;
}

function quoted(value: string): string {
  return JSON.stringify(value);
}

/** Tells whether a value stands in a message, to the letter and not as part of a longer word. */
function holdsValue(message: Message, value: string): boolean {
  return messageHolds(
    message,
    value,
    (text, form) => runToEnd(summaries.valuesInText(text, [form])).size > 0,
  );
}
