import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';
import { type EvictionPolicy, type MeasuredUnit, reasoned } from './eviction-policy.ts';
import { wholeFigure } from './figures.ts';
import { defaultSlack, exceedsSlack } from './slack.ts';
import { unitsAheadOfMessages, whyBehind } from './tail.ts';

/** How many of the first and newest messages `headTail` keeps, in messages. */
export interface HeadTailOptions {
  /** The newest messages that stay, 1 or more. */
  readonly messages: number;
  /**
   * The first messages of the session that stay, 1 or more; system messages at its very start are
   * not counted. Default 2: the task and the first thing that was done or said about it.
   */
  readonly headMessages?: number;
  /** Messages that may gather in the middle before they leave. Default as for `slidingWindow`. */
  readonly slack?: number;
}

const DEFAULT_HEAD_MESSAGES = 2;

const OPTIONS = {
  messages: true,
  headMessages: true,
  slack: true,
} as const satisfies KnownNames<HeadTailOptions>;

/**
 * The beginning and the end [POL-2]: the middle leaves, however much room there is.
 *
 * System messages and the task stay under every policy; this one keeps what was said about the task
 * at once too, where plans are made and ground rules are settled. Units stay whole, so either end
 * may hold a few messages more. Models use what stands at the ends of a long context best: Liu et
 * al., "Lost in the Middle", 2023, https://arxiv.org/abs/2307.03172.
 *
 * @example headTail({ messages: 20, headMessages: 4 })
 * @throws InvalidOptionError if a figure is no whole number in its range.
 */
export function headTail(options: HeadTailOptions): EvictionPolicy {
  refuseUnknown(options, OPTIONS, 'headTail');
  const messages = wholeFigure('headTail.messages', options.messages, 1, 'messages');
  const { headMessages: given = DEFAULT_HEAD_MESSAGES } = options;
  const headMessages = wholeFigure('headTail.headMessages', given, 1, 'messages');
  const usual = defaultSlack(messages);
  const slack = wholeFigure('headTail.slack', options.slack ?? usual, 0, 'messages');
  const middle = (units: readonly MeasuredUnit[]) => middleOf(units, headMessages, messages);
  const name = `head-tail(${headMessages}, ${messages}${slack === usual ? '' : `, slack ${slack}`})`;
  return reasoned({
    name,
    windows: [{ policy: name, messages }],
    chooseWithReasons: ({ units }) =>
      whyBehind('BETWEEN_HEAD_AND_TAIL', messages, units, middle(units), { headMessages }),
    isDue: (units) => exceedsSlack(middle(units), slack),
  });
}

function middleOf(
  units: readonly MeasuredUnit[],
  headMessages: number,
  messages: number,
): readonly MeasuredUnit[] {
  const headEnd = leadingSystems(units) + headMessages;
  return unitsAheadOfMessages(units, messages).filter(
    (unit) => !unit.protected && unit.start >= headEnd,
  );
}

/** System messages ahead of everything else; they are protected, so a view always holds them. */
function leadingSystems(units: readonly MeasuredUnit[]): number {
  let systems = 0;
  for (const { seq, message } of units.flatMap((unit) => unit.entries)) {
    if (seq !== systems || message.role !== 'system') break;
    systems += 1;
  }
  return systems;
}
