import type { Decision, RuleCode } from '@agent-memory/core';
import { whole } from './figures.ts';

type Remedy = NonNullable<Decision['remedies']>[number];

/** A decision in words. */
export interface DecisionText {
  /** The event and its reason, with the figures. */
  readonly sentence: string;
  /** The step that keeps it; absent where nothing was lost, and where none is known. */
  readonly remedy?: string;
}

/**
 * Puts a decision into a sentence for a person. Same decision, same words. A rule that another package
 * declared is told in the decision's own sentence, or by its name.
 *
 * @example
 * for (const { decision } of memory.plan().items) console.log(describeDecision(decision).sentence);
 */
export function describeDecision(decision: Decision): DecisionText {
  const { remedies } = decision;
  const words = wordsOf(decision);
  return remedies && remedies.length > 0 ? { remedy: remedyWords(remedies), ...words } : words;
}

function wordsOf(decision: Decision): DecisionText {
  const { rule, numbers, tokens: size } = decision;
  const sentence = Object.hasOwn(SENTENCES, rule) ? SENTENCES[rule] : undefined;
  if (!sentence) return declaredElsewhere(decision);
  const figure = (name: string) => tokens(numbers[name] ?? 0);
  const words = sentence({ decision, raw: tokens(size.raw), sent: tokens(size.sent), figure });
  return typeof words === 'string' ? { sentence: words } : words;
}

/** A decision, and its figures in words. */
interface Told {
  readonly decision: Decision;
  readonly raw: string;
  readonly sent: string;
  figure(name: string): string;
}

const WHOLE_IS_KEPT = ' The transcript keeps it whole.';

const SENTENCES: Readonly<Record<RuleCode, (told: Told) => string | DecisionText>> = {
  SYSTEM_PROTECTED: () => 'Sent whole: system text always stays, at the start, unchanged.',
  TOOLS_COUNTED: ({ sent }) => `The tool definitions take ${sent} of the window on every call.`,
  ANCHOR_PROTECTED: () => 'Sent whole: the first user message states the task and always stays.',
  ANCHOR_OVER_SHARE: ({ raw, sent, figure }) =>
    `Sent as an excerpt, ${sent} of ${raw}: the first user message alone is over its share of ${figure('limitTokens')}.`,
  CURRENT_USER_PROTECTED: () => 'Sent whole: it is the user message being answered.',
  NEWEST_UNIT_PROTECTED: () => 'Sent whole: it belongs to the newest step and always stays.',
  FITS: () => 'Sent whole: there is room for it.',
  TOOL_RESULT_OVER_LIMIT: ({ figure, decision }) =>
    `${startAndEnd(decision)}: the tool result is over its limit of ${figure('limitTokens')}.${WHOLE_IS_KEPT}`,
  TOOL_RESULT_OVER_HINT: ({ figure, decision }) =>
    `${startAndEnd(decision)}: the tool result is over ${figure('limitTokens')}, the limit that a hint gives its tool.${WHOLE_IS_KEPT}`,
  TOOL_RESULT_CROWDS_OUT: ({ figure, decision }) =>
    `${startAndEnd(decision)}: the tool result is one of the newest and would have crowded out the rest, so it was held to ${figure('limitTokens')}.${WHOLE_IS_KEPT}`,
  CALL_ARGUMENTS_OVER_LIMIT: ({ raw, sent, figure }) =>
    `Sent with long texts in its call cut to their start and end, ${sent} of ${raw}: the arguments are over their limit of ${figure('limitTokens')}.${WHOLE_IS_KEPT}`,
  RESULT_SUPERSEDED: ({ decision }) =>
    `A one-line marker stands for it: message #${decision.numbers.supersededBySeq} holds a newer result of the same call with the same arguments.${WHOLE_IS_KEPT}`,
  RESULT_NOT_LATEST: ({ decision }) =>
    `A one-line marker stands for it: message #${decision.numbers.supersededBySeq} holds a newer result of this tool, and by its hint only the latest counts.${WHOLE_IS_KEPT}`,
  RESULT_USED_UP: () =>
    `A one-line marker stands for it: the model has answered with it, and by the hint of its tool it is of no use again.${WHOLE_IS_KEPT}`,
  TIER_OVER_BUDGET_OLDEST_FIRST: ({ figure, decision }) => {
    const isKnown = decision.numbers.mostTargetTokens !== undefined;
    const aim = isKnown ? ` to ${figure('mostTargetTokens')} or less` : '';
    return left(decision, `it was among the oldest when the context was to be compacted${aim}`);
  },
  OUTSIDE_WINDOW: ({ decision }) =>
    left(
      decision,
      `${decidedBy(decision)} keeps the newest ${messages(decision, 'windowMessages')}, and ${atLeast(decision, 'leastNewerMessages')} stood after it when it left`,
    ),
  BETWEEN_HEAD_AND_TAIL: ({ decision }) =>
    left(
      decision,
      `${decidedBy(decision)} keeps the first ${messages(decision, 'headMessages')} and the newest ${messages(decision, 'windowMessages')}, and ${atLeast(decision, 'leastNewerMessages')} stood after it when it left`,
    ),
  COVERED_BY_NOTES: ({ decision }) =>
    left(decision, 'room was needed, and the agent’s own notes speak of it'),
  POLICY_CHOSE: ({ decision }) => declared(decision, `the policy ${decision.decidedBy} chose it`),
  REASON_NOT_RECORDED: ({ decision }) =>
    `${shortened(decision)}: a compaction kept no reason.${WHOLE_IS_KEPT}`,
  OTHER_BRANCH: ({ raw }) => ({
    sentence: `Not sent (${raw}): it belongs to another branch of the conversation, which was left when a message was edited, taken back or answered again.`,
    remedy: 'Moving the head to the end of that branch takes it up again; nothing of it was lost.',
  }),
  CONTEXT_REFUSED: ({ sent }) =>
    `Not sent: the context does not fit its budget and was refused as a whole. This would have taken ${sent} of it.`,
  MISSING_RESULT_FILLED: () =>
    'Added for the provider: a tool call was left without a result, and a call without one is refused.',
  STRAY_RESULT_AS_TEXT: () =>
    'Sent as text: this tool result answers no open call, and a provider would refuse it as a result.',
  STANDS_FOR_RANGES: ({ sent, figure, decision }) =>
    `Stands for ${decision.numbers.coveredMessages} earlier messages: ${figure('coveredTokens')} as originals, ${sent} here.`,
  LIVE_STATE: () =>
    'Rendered for this call. When it changes, what stands from here to the end cannot be read from a cache.',
  ARCHIVE_SECTION: () =>
    'Sent as it was when the session began or was last compacted, so that a cache can read it from call to call.',
  LIVE_NO_ROOM: ({ figure, decision }) =>
    `${shortened(decision)}: live state is cut first, and ${figure('roomTokens')} were left for it.`,
  LIVE_OVER_SHARE: ({ figure, decision }) =>
    `${shortened(decision)}: its share of the input budget is ${figure('shareTokens')}.`,
  LIVE_SECTION_FAILED: () => ({
    sentence: 'Not sent: the section could not be rendered. `degraded` of the plan says why.',
    remedy: 'A section that renders its text without an error.',
  }),
};

function startAndEnd({ tokens: { raw, sent } }: Decision): string {
  return `Sent as its start and end, ${tokens(sent)} of ${tokens(raw)}`;
}

/** The words for what left the view whole. */
function left({ tokens: { raw }, fate }: Decision, why: string): string {
  const standIn =
    fate === 'summarised'
      ? ' A text stands for it, with as many of its exact values as have room.'
      : '';
  return `Not sent (${tokens(raw)}): ${why}.${standIn} The transcript keeps the original.`;
}

/** In the words of the policy or the stage where it gave some. */
function declared({ sentence, remedy, ...decision }: Decision, why: string): DecisionText {
  const words = sentence ?? left(decision, why);
  return { sentence: words, ...(remedy !== undefined && { remedy }) };
}

function decidedBy({ decidedBy: name }: Decision): string {
  return name === undefined ? 'the policy' : `the policy ${name}`;
}

function messages({ numbers }: Decision, name: string): string {
  const count = numbers[name];
  return count === undefined ? 'messages' : count === 1 ? 'message' : `${plain(count)} messages`;
}

function atLeast({ numbers }: Decision, name: string): string {
  const count = numbers[name];
  return count === undefined ? 'more messages' : `${plain(count)} or more`;
}

/** The settings that keep it, in words. */
function remedyWords(remedies: readonly Remedy[]): string {
  const steps = remedies.map(remedyStep);
  const last = steps.pop() ?? '';
  const all = steps.length === 0 ? last : `${steps.join(', ')} and ${last}`;
  return `${all.charAt(0).toUpperCase()}${all.slice(1)} ${remedies.length > 1 ? 'together keep' : 'keeps'} it whole.`;
}

function remedyStep({ option, of, atLeast: least }: Remedy): string {
  switch (option) {
    case 'inputBudget':
      return `an input budget of ${tokens(least)}`;
    case 'policy.messages':
      return `a window of ${plain(least)} messages or more in the policy ${of}`;
    case 'toolHints.maxTokens':
      return `a \`maxTokens\` of ${plain(least)} or more in the hint for ${of}`;
    default:
      return option satisfies never;
  }
}

function shortened({ tokens: { raw, sent } }: Decision): string {
  return sent === 0
    ? `Not sent (${tokens(raw)})`
    : `Shortened to ${tokens(sent)} of ${tokens(raw)}`;
}

/** A rule of another package: its own words, or its name. */
function declaredElsewhere(decision: Decision): DecisionText {
  const { raw, sent } = decision.tokens;
  const size = raw === sent ? `Sent whole (${tokens(sent)})` : shortened(decision);
  const { sentence = `${size} by the rule ${decision.rule}.`, remedy } = decision;
  return { sentence, ...(remedy !== undefined && { remedy }) };
}

/** At most three digits behind the point. */
function plain(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 3 });
}

function tokens(value: number): string {
  return `${whole(value)} tokens`;
}
