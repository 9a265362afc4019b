import type { Decision, Fate, Remedy } from './decision.ts';

/** A decision in words. */
export interface DecisionText {
  /** The event and its reason, with the figures. */
  readonly sentence: string;
  /** The step that keeps it; absent where nothing was lost, and where none is known. */
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
  const { remedies } = decision;
  const words = wordsOf(decision);
  return remedies && remedies.length > 0 ? { remedy: remedyWords(remedies), ...words } : words;
}

function wordsOf(decision: Decision): DecisionText {
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
      };
    case 'CURRENT_USER_OVER_ROOM':
      return {
        sentence: `Sent as an excerpt, ${tokens(sent)} of ${tokens(raw)}: all the room there is for the user message being answered was ${figure('limitTokens')}.`,
      };
    case 'CURRENT_USER_PROTECTED':
      return { sentence: 'Sent whole: it is the user message being answered.' };
    case 'NEWEST_UNIT_PROTECTED':
      return { sentence: 'Sent whole: it belongs to the newest step and always stays.' };
    case 'FITS':
      return { sentence: 'Sent whole: there is room for it.' };
    case 'TOOL_RESULT_OVER_LIMIT':
      return {
        sentence: `${startAndEnd(decision)}: the tool result is over its limit of ${figure('limitTokens')}.${WHOLE_IS_KEPT}`,
      };
    case 'TOOL_RESULT_OVER_HINT':
      return {
        sentence: `${startAndEnd(decision)}: the tool result is over ${figure('limitTokens')}, the limit that a hint gives its tool.${WHOLE_IS_KEPT}`,
      };
    case 'TOOL_RESULT_CROWDS_OUT':
      return {
        sentence: `${startAndEnd(decision)}: the tool result is one of the newest and would have crowded out the rest, so it was held to ${figure('limitTokens')}.${WHOLE_IS_KEPT}`,
      };
    case 'TEXT_OVER_LIMIT':
      return {
        sentence: `${startAndEnd(decision)}: a compaction held it to ${figure('limitTokens')}.${WHOLE_IS_KEPT}`,
      };
    case 'CALL_ARGUMENTS_OVER_LIMIT':
      return {
        sentence: `Sent with long texts in its call cut to their start and end, ${tokens(sent)} of ${tokens(raw)}: the arguments are over their limit of ${figure('limitTokens')}.${WHOLE_IS_KEPT}`,
      };
    case 'RESULT_SUPERSEDED':
      return {
        sentence: `A one-line marker stands for it: message #${decision.numbers.supersededBySeq} holds a newer result of the same call with the same arguments.${WHOLE_IS_KEPT}`,
      };
    case 'RESULT_NOT_LATEST':
      return {
        sentence: `A one-line marker stands for it: message #${decision.numbers.supersededBySeq} holds a newer result of this tool, and by its hint only the latest counts.${WHOLE_IS_KEPT}`,
      };
    case 'RESULT_USED_UP':
      return {
        sentence: `A one-line marker stands for it: the model has answered with it, and by the hint of its tool it is of no use again.${WHOLE_IS_KEPT}`,
      };
    case 'TIER_OVER_BUDGET_OLDEST_FIRST':
      return left(
        decision,
        `it was among the oldest when the context was compacted to make room under its budget of ${figure('inputTokens')}`,
      );
    case 'OUTSIDE_WINDOW':
      return left(
        decision,
        `${decidedBy(decision)} keeps the newest ${messages(decision, 'windowMessages')}, and ${atLeast(decision, 'leastNewerMessages')} stood behind it when it left`,
      );
    case 'BETWEEN_HEAD_AND_TAIL':
      return left(
        decision,
        `${decidedBy(decision)} keeps the first ${messages(decision, 'headMessages')} and the newest ${messages(decision, 'windowMessages')}, and ${atLeast(decision, 'leastNewerMessages')} stood behind it when it left`,
      );
    case 'LEAST_SALIENT':
      return left(
        decision,
        `${decidedBy(decision)} lets go what is worth least when room is needed${scoreWords(decision)}`,
      );
    case 'REPLACED_BY_SUMMARY':
      return left(
        decision,
        `${decidedBy(decision)} lets everything go but ${keptTail(decision)} when room is needed`,
      );
    case 'UNIT_SUPERSEDED':
      return left(decision, `${newerResult(decision)}, and room was needed`);
    case 'COVERED_BY_NOTES':
      return left(decision, 'room was needed, and the agent’s own notes speak of it');
    case 'POLICY_CHOSE':
      return declared(decision, `the policy ${decision.decidedBy} chose it`);
    case 'STAGE_TOOK_OUT':
      return declared(decision, `the stage ${decision.decidedBy} of a compaction took it out`);
    case 'REASON_NOT_RECORDED':
      return left(decision, 'a compaction of an earlier version took it out and kept no reason');
    case 'OTHER_BRANCH':
      return {
        sentence: `Not sent (${tokens(raw)}): it belongs to another branch of the conversation, which was left when a message was edited, taken back or answered anew.`,
        remedy:
          'Moving the head to the end of that branch takes it up again; nothing of it was lost.',
      };
    case 'CONTEXT_REFUSED':
      return {
        sentence: `Not sent: the context does not fit its budget and was refused as a whole. This would have taken ${tokens(sent)} of it.`,
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
    case 'ARCHIVE_SECTION':
      return {
        sentence:
          'Sent as it was when the session began or was last compacted, so that a cache can read it from call to call.',
      };
    case 'LIVE_NO_ROOM':
      return {
        sentence: `${shortened(decision)}: live state gives way first, and ${figure('roomTokens')} were left for it.`,
      };
    case 'LIVE_OVER_SHARE':
      return {
        sentence: `${shortened(decision)}: its share of the input budget is ${figure('shareTokens')}.`,
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

const WHOLE_IS_KEPT = ' The transcript keeps it whole.';

function startAndEnd({ tokens: { raw, sent } }: Decision): string {
  return `Sent as its start and end, ${tokens(sent)} of ${tokens(raw)}`;
}

/** The words for what left the view whole. */
function left({ tokens: { raw }, fate }: Decision, why: string): DecisionText {
  const standIn = fate === 'summarised' ? ' A summary and its exact values stand for it.' : '';
  return {
    sentence: `Not sent (${tokens(raw)}): ${why}.${standIn} The transcript keeps the original.`,
  };
}

/** In the words of the policy or the stage where it gave some. */
function declared(decision: Decision, why: string): DecisionText {
  const { sentence, remedy } = decision;
  return {
    ...(sentence === undefined ? left(decision, why) : { sentence }),
    ...(remedy !== undefined && { remedy }),
  };
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

function scoreWords({ numbers }: Decision): string {
  const { leastScore, mostScore, mostCutScore } = numbers;
  if (leastScore === undefined || mostScore === undefined || mostCutScore === undefined) return '';
  const scored =
    leastScore === mostScore ? plain(mostScore) : `${plain(leastScore)} to ${plain(mostScore)}`;
  return `: it scored ${scored}, and up to ${plain(mostCutScore)} had to leave`;
}

function keptTail({ numbers: { keptMessages, keptTokens } }: Decision): string {
  if (keptTokens !== undefined) return `the newest ${tokens(keptTokens)}`;
  return keptMessages === undefined ? 'a tail' : `the newest ${plain(keptMessages)} messages`;
}

function newerResult({ numbers: { supersededBySeq } }: Decision): string {
  return supersededBySeq === undefined
    ? 'later messages hold newer results of the same calls'
    : `message #${supersededBySeq} holds a newer result of the same call with the same arguments`;
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
      return `an input budget of ${tokens(least)} or more`;
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
