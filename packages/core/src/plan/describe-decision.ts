import type { Decision, Fate } from './decision.ts';

/** A decision in words. */
export interface DecisionText {
  /** The event and its reason, with the figures. */
  readonly sentence: string;
  /** A step that would have kept it; absent where nothing was lost. */
  readonly remedy?: string;
}

/**
 * Puts a decision into a sentence for a person. Same decision, same words. A rule that another package
 * declared is told in the decision's own sentence, or by its name and figures.
 *
 * @example
 * const decision = memory.explain('order-question');
 * if (decision) console.log(describeDecision(decision).sentence);
 */
export function describeDecision(decision: Decision): DecisionText {
  const { raw, sent } = decision.tokens;
  const figure = (name: string) => tokens(decision.numbers[name] ?? 0);
  switch (decision.rule) {
    case 'SYSTEM_PROTECTED':
      return { sentence: 'Sent whole: system text always stays, at the start, unchanged.' };
    case 'TOOLS_COUNTED':
      return { sentence: `The tool definitions take ${tokens(sent)} of the window on every call.` };
    case 'ANCHOR_PROTECTED':
      return { sentence: 'Sent whole: the first user message states the task and always stays.' };
    case 'ANCHOR_OVER_SHARE':
      return {
        sentence: `Sent as an excerpt, ${tokens(sent)} of ${tokens(raw)}: the first user message alone is over its share of ${figure('limitTokens')}.`,
        remedy: `An input budget of ${tokens(raw * 4)} would hold it whole.`,
      };
    case 'CURRENT_USER_PROTECTED':
      return { sentence: 'Sent whole: it is the user message being answered.' };
    case 'NEWEST_UNIT_PROTECTED':
      return { sentence: 'Sent whole: it belongs to the newest step and always stays.' };
    case 'FITS':
      return { sentence: 'Sent whole: there is room for it.' };
    case 'TOOL_RESULT_OVER_LIMIT':
      return {
        sentence: `Sent as its start and end, ${tokens(sent)} of ${tokens(raw)}: the tool result is over its limit of ${figure('limitTokens')}.`,
        remedy:
          'A larger input budget raises the limit; the whole result is kept in the transcript.',
      };
    case 'TEXT_OVER_LIMIT':
      return {
        sentence: `Sent as its start and end, ${tokens(sent)} of ${tokens(raw)}: a compaction held it to ${figure('limitTokens')}.`,
        remedy:
          'A larger input budget puts the compaction off; the whole message is kept in the transcript.',
      };
    case 'CALL_ARGUMENTS_OVER_LIMIT':
      return {
        sentence: `Sent with long texts in its call cut to their start and end, ${tokens(sent)} of ${tokens(raw)}: the arguments are over their limit of ${figure('limitTokens')}.`,
        remedy: 'A larger input budget raises the limit; the whole call is kept in the transcript.',
      };
    case 'RESULT_SUPERSEDED':
      return {
        sentence: `A one-line marker stands for it: message #${decision.numbers.supersededBySeq} holds a newer result of the same call with the same arguments.`,
        remedy: 'The whole result is kept in the transcript.',
      };
    case 'RESULT_NOT_LATEST':
      return {
        sentence: `A one-line marker stands for it: message #${decision.numbers.supersededBySeq} holds a newer result of this tool, and only the latest is kept in view.`,
        remedy: 'Without the hint `latestOnly` for this tool it stays as long as there is room.',
      };
    case 'RESULT_USED_UP':
      return {
        sentence:
          'A one-line marker stands for it: the model has answered with it, and it is of no use again.',
        remedy: 'Without the hint `ephemeral` for this tool it stays as long as there is room.',
      };
    case 'TIER_OVER_BUDGET_OLDEST_FIRST':
      return {
        sentence:
          `Not sent (${tokens(raw)}): it left when the context was compacted to make room under its budget of ${figure('inputTokens')}.` +
          (decision.fate === 'summarised' ? ' A summary and its exact values stand for it.' : ''),
        remedy: 'A larger input budget would have kept it; the original is kept in the transcript.',
      };
    case 'OTHER_BRANCH':
      return {
        sentence: `Not sent (${tokens(raw)}): it belongs to another branch of the conversation, which was left when a message was edited, taken back or answered anew.`,
        remedy:
          'Moving the head to the end of that branch takes it up again; nothing of it was lost.',
      };
    case 'MISSING_RESULT_FILLED':
      return {
        sentence:
          'Added for the provider: a tool call was left without a result, and a call without one is refused.',
      };
    case 'STRAY_RESULT_AS_TEXT':
      return {
        sentence:
          'Sent as text: this tool result answers no open call, and a provider would refuse it as a result.',
      };
    case 'STANDS_FOR_RANGES':
      return {
        sentence: `Stands for ${decision.numbers.coveredMessages} earlier messages: ${figure('coveredTokens')} as originals, ${tokens(sent)} here.`,
      };
    case 'LIVE_STATE':
      return {
        sentence:
          'Rendered anew for this call.' +
          (decision.numbers.rewrittenTokens === undefined
            ? ''
            : ` When it changes, the ${figure('rewrittenTokens')} from here to the end cannot be read from a cache.`),
      };
    case 'LIVE_STATE_OF_RUN':
      return {
        sentence:
          'Sent as it was when the run began, so that what follows can be read from a cache while the run goes on.',
      };
    case 'LIVE_NO_ROOM':
      return {
        sentence: `${shortened(decision)}: live state gives way first, and ${figure('roomTokens')} were left for it.`,
        remedy: 'A larger input budget, or less text in it.',
      };
    case 'LIVE_OVER_SHARE':
      return {
        sentence: `${shortened(decision)}: its share of the input budget is ${figure('shareTokens')}.`,
        remedy: 'Less text in it, a larger share for it, or a larger input budget.',
      };
    case 'LIVE_SECTION_FAILED':
      return {
        sentence: 'Not sent: the section could not be rendered. `degraded` of the plan says why.',
        remedy: 'A section that renders its text without an error.',
      };
    default:
      return declaredElsewhere(decision, decision.rule satisfies never);
  }
}

function shortened({ tokens: { raw, sent } }: Decision): string {
  return sent === 0
    ? `Not sent (${tokens(raw)})`
    : `Shortened to ${tokens(sent)} of ${tokens(raw)}`;
}

/** A rule of another package: its own words, or all that the decision says by itself. */
function declaredElsewhere(decision: Decision, rule: string): DecisionText {
  const {
    sentence,
    remedy,
    fate,
    numbers,
    tokens: { raw, sent },
  } = decision;
  const figures = Object.entries(numbers).map(([name, value]) => `${name} ${plain(value)}`);
  const told = [
    `by the rule ${rule}`,
    ...(figures.length > 0 ? [`with ${figures.join(', ')}`] : []),
  ];
  const size = raw === sent ? tokens(sent) : `${tokens(sent)} of ${tokens(raw)}`;
  return {
    sentence: sentence ?? `${FATES[fate] ?? fate} (${size}) ${told.join(', ')}.`,
    ...(remedy !== undefined && { remedy }),
  };
}

const FATES: Readonly<Record<Fate, string>> = {
  sent: 'Sent whole',
  trimmed: 'Shortened',
  summarised: 'Not sent, and summed up',
  evicted: 'Not sent',
  'not-selected': 'Not chosen',
  deduplicated: 'Not sent again',
  pinned: 'Sent, because it is pinned',
  expired: 'Not sent any more',
};

/** At most three digits behind the point. */
function plain(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 3 });
}

function tokens(value: number): string {
  return `${Math.round(value).toLocaleString('en-US')} tokens`;
}
