import { checkGiven, type KnownNames, refuseUnknown } from '../../ground/errors/errors.ts';
import type { EvictionPolicy, MeasuredUnit, ReasonedChoice } from './eviction-policy.ts';

/** How many of the newest messages `slidingWindow` keeps, and how many more may gather. */
export interface SlidingWindowOptions {
  /** The newest messages that stay, 1 or more. Results of tools are messages too. */
  readonly messages: number;
  /**
   * Messages that may gather before the window before it slides, 0 or more. Default: 6·√messages,
   * at most `messages`, where prompt caching makes the window cheapest; 0 slides it with every
   * message and lets a prompt cache hold next to nothing.
   */
  readonly slack?: number;
}

const SLIDING = { messages: true, slack: true } as const satisfies KnownNames<SlidingWindowOptions>;

/**
 * The last K messages [POL-1]: everything before them leaves, however much room there is.
 *
 * - A unit that reaches into the window stays whole, so the window holds K messages or a few more.
 * - System messages and the task stay too, as under every policy.
 * - The window slides when more than `slack` messages stand before it, not with each message, so
 *   that the context begins with the same bytes for many calls.
 * - A window that is larger than the budget has room for yields, oldest first, and only as far
 *   as it must.
 *
 * @example slidingWindow({ messages: 20 })
 * @throws InvalidOptionError if a figure is no whole number in its range.
 */
export function slidingWindow(options: SlidingWindowOptions): EvictionPolicy {
  refuseUnknown(options, SLIDING, 'slidingWindow');
  const messages = wholeFigure('slidingWindow.messages', options.messages, 1);
  const usual = defaultSlack(messages);
  const slack = wholeFigure('slidingWindow.slack', options.slack ?? usual, 0);
  const name = `sliding-window(${messages}${slack === usual ? '' : `, slack ${slack}`})`;
  return windowPolicy({ name, rule: 'OUTSIDE_WINDOW', messages, slack });
}

/** How many messages `headTail` keeps. */
export interface HeadTailOptions {
  /** The newest messages that stay, 1 or more. */
  readonly messages: number;
}

/** The first messages that stay: the task and the first thing that was done or said about it. */
const HEAD_MESSAGES = 2;

const HEAD_TAIL = { messages: true } as const satisfies KnownNames<HeadTailOptions>;

/**
 * The beginning and the end [POL-2]: the middle leaves, however much room there is.
 *
 * System messages and the task stay under every policy; this one also keeps the messages right behind
 * the task, where plans are made and ground rules are settled. System messages at the very start are not
 * counted. Units stay whole, so either end may hold a few messages more. Models use what stands at the
 * ends of a long context best: Liu et al., "Lost in the Middle", 2023, https://arxiv.org/abs/2307.03172.
 *
 * @example headTail({ messages: 20 })
 * @throws InvalidOptionError if `messages` is not a whole number, 1 or more.
 */
export function headTail(options: HeadTailOptions): EvictionPolicy {
  refuseUnknown(options, HEAD_TAIL, 'headTail');
  const messages = wholeFigure('headTail.messages', options.messages, 1);
  return windowPolicy({
    name: `head-tail(${HEAD_MESSAGES}, ${messages})`,
    rule: 'BETWEEN_HEAD_AND_TAIL',
    messages,
    slack: defaultSlack(messages),
    headMessages: HEAD_MESSAGES,
  });
}

/** @throws InvalidOptionError if it is no whole number of messages, `least` or more. */
function wholeFigure(option: string, value: number, least: number): number {
  const holds = Number.isSafeInteger(value) && value >= least;
  checkGiven(holds, option, `a whole number of messages, ${least} or more`, value);
  return value;
}

/** A policy that keeps the newest messages, and the first ones where it says how many. */
interface Window {
  readonly name: string;
  readonly rule: string;
  readonly messages: number;
  readonly slack: number;
  readonly headMessages?: number;
}

function windowPolicy(window: Window): EvictionPolicy {
  const { name, messages, slack, headMessages } = window;
  const leavingOf = (units: readonly MeasuredUnit[]): readonly MeasuredUnit[] => {
    const headEnd = headMessages === undefined ? 0 : leadingSystems(units) + headMessages;
    return unitsAheadOfMessages(units, messages).filter(
      (unit) => !unit.protected && unit.start >= headEnd,
    );
  };
  return {
    name,
    windows: [{ policy: name, messages }],
    choose: ({ units }) => reasonsIn(window, units, new Set(leavingOf(units))),
    isDue: (units) => leavingOf(units).reduce((sum, unit) => sum + messageCount(unit), 0) > slack,
  };
}

/** The units that leave, each with how far back it stood. */
function reasonsIn(
  { rule, messages: windowMessages, headMessages }: Window,
  units: readonly MeasuredUnit[],
  leaving: ReadonlySet<MeasuredUnit>,
): readonly ReasonedChoice[] {
  const figures = { windowMessages, ...(headMessages !== undefined && { headMessages }) };
  const choice: ReasonedChoice[] = [];
  let leastNewerMessages = 0;
  for (const unit of units.toReversed()) {
    if (leaving.has(unit)) {
      const numbers = { ...figures, leastNewerMessages };
      choice.push({ start: unit.start, why: { rule, numbers, keptByRoom: true } });
    }
    leastNewerMessages += messageCount(unit);
  }
  return choice.reverse();
}

/** The units before the newest messages. One that reaches into them is not ahead: it stays whole. */
function unitsAheadOfMessages(
  units: readonly MeasuredUnit[],
  messages: number,
): readonly MeasuredUnit[] {
  let tailStart = units.length;
  let kept = 0;
  for (const unit of units.toReversed()) {
    if (kept >= messages) break;
    kept += messageCount(unit);
    tailStart -= 1;
  }
  return units.slice(0, tailStart);
}

function messageCount({ start, end }: MeasuredUnit): number {
  return end - start;
}

/** System messages before everything else; they are protected, so a view always holds them. */
function leadingSystems(units: readonly MeasuredUnit[]): number {
  let systems = 0;
  for (const { seq, message } of units.flatMap((unit) => unit.entries)) {
    if (seq !== systems || message.role !== 'system') break;
    systems += 1;
  }
  return systems;
}

/**
 * How many messages more than K a window may hold before it slides: √(18·n·K) for n = 2 new
 * messages a call, at most K.
 *
 * Each slide changes the start of the window, and what a prompt cache held behind it, K messages,
 * is read again at ten times the price. Waiting costs too: the messages before the window are sent
 * with every call, though from the cache. Per call, with S messages of slack, that is
 * 0.9·K·n/S for the slides and 0.1·S/2 for the waiting, least at S = √(18·n·K).
 */
function defaultSlack(messages: number): number {
  return Math.min(messages, Math.round(6 * Math.sqrt(messages)));
}
