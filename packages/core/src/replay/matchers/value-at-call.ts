import { holdsValue } from '../../condense/value-in-message.ts';
import { checkGiven } from '../../errors/check-option.ts';
import { type KnownNames, refuseUnknown } from '../../errors/refuse-unknown.ts';
import type { Decision } from '../../plan/decision.ts';
import { describeDecision } from '../../plan/describe-decision.ts';
import { SENT_TIERS } from '../../plan/tier.ts';
import type { Entry } from '../../transcript/entry.ts';
import type { ReplayedCall, ReplayedSession } from '../replayed-call.ts';
import { tokens, type Verdict } from './verdict.ts';
import { nameOf } from './within-budget.ts';

type Call = ReplayedCall<never>;

/** Where a value may stand for it to count. */
export interface ValueOptions {
  /** Only in this tier of the context. Default: in any. */
  readonly tier?: Decision['tier'];
}

const OPTIONS = { tier: true } as const satisfies KnownNames<ValueOptions>;
const TIERS: readonly Decision['tier'][] = SENT_TIERS;

/**
 * A value stands in the context of a call: to the letter, and not as part of a longer word.
 *
 * @param number of the call, from 1; from -1 backwards, `-1` being the last.
 */
export function valueAtCall(
  session: ReplayedSession<never>,
  value: string,
  number: number,
  options: ValueOptions = {},
): Verdict {
  refuseUnknown(options, OPTIONS, 'toHaveValueAtCall');
  const { tier } = options;
  const isTier = tier === undefined || TIERS.includes(tier);
  checkGiven(isTier, 'tier', `one of ${TIERS.join(', ')}`, tier);
  checkGiven(typeof value === 'string' && value !== '', 'value', 'text that is not empty', value);
  const isNumber = Number.isSafeInteger(number) && number !== 0;
  const call = isNumber ? session.calls.at(number > 0 ? number - 1 : number) : undefined;
  checkGiven(
    call !== undefined,
    'call',
    `1 to ${session.calls.length} (or -1 for the last)`,
    number,
  );
  const item = call.refused
    ? undefined
    : call.plan.items.find((one) => (!tier || one.tier === tier) && holdsValue(one.message, value));
  const where = tier ? `the tier ${tier} of the context` : 'the context';
  return {
    pass: item !== undefined,
    message: () =>
      item
        ? `Expected ${quoted(value)} not to stand in ${where} of call ${call.call}. It stands in ${nameOf(item)}, tier ${item.tier}: ${describeDecision(item.decision).sentence}`
        : `Expected ${quoted(value)} in ${where} of call ${call.call}.\n${whyAbsent(session, call, value, tier)}`,
  };
}

function whyAbsent(
  session: ReplayedSession<never>,
  call: Call,
  value: string,
  tier: Decision['tier'] | undefined,
): string {
  if (call.refused) return `That context was refused. ${call.refused.message}`;
  const elsewhere = call.plan.items.find(({ message }) => holdsValue(message, value));
  if (elsewhere && tier) return `It stands in ${nameOf(elsewhere)}, tier ${elsewhere.tier}.`;
  const said = session.entries.filter(({ message }) => holdsValue(message, value));
  const before = said.filter(({ seq }) => seq < call.answerSeq);
  if (before.length > 0) return before.map((entry) => whyLeft(session, call, entry)).join('\n');
  const [first] = said;
  return first
    ? `No message ahead of that call holds it: message #${first.seq} (${first.message.role}) is the first that does.`
    : 'No message of the session holds it.';
}

function whyLeft(session: ReplayedSession<never>, call: Call, entry: Entry): string {
  const place = `- Message #${entry.seq} (${entry.message.role}) holds it.`;
  const decision = call.explain(entry.id);
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
    return `It left ahead of call ${call}, when ${tokens(tokensBefore)} became ${tokens(tokensAfter)}${by}.`;
  }
  return undefined;
}

function quoted(value: string): string {
  return JSON.stringify(value);
}
