import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';
import { type EvictionPolicy, type MeasuredUnit, reasoned } from './eviction-policy.ts';
import { wholeFigure } from './figures.ts';
import { defaultSlack, exceedsSlack } from './slack.ts';
import { unitsAheadOfMessages, whyBehind } from './tail.ts';

/** How many of the newest messages `slidingWindow` keeps, and how many more may gather. */
export interface SlidingWindowOptions {
  /** The newest messages that stay, 1 or more. Results of tools are messages too. */
  readonly messages: number;
  /**
   * Messages that may gather ahead of the window before it slides, 0 or more. Default: 6·√messages,
   * at most `messages`, where prompt caching makes the window cheapest; 0 slides it with every
   * message and lets a prompt cache hold next to nothing.
   */
  readonly slack?: number;
}

const OPTIONS = { messages: true, slack: true } as const satisfies KnownNames<SlidingWindowOptions>;

/**
 * The last K messages [POL-1]: everything ahead of them leaves, however much room there is.
 *
 * - A unit that reaches into the window stays whole, so the window holds K messages or a few more.
 * - System messages and the task stay too, as under every policy.
 * - The window slides when more than `slack` messages stand ahead of it, not with each message, so
 *   that the context begins with the same bytes for many calls.
 * - A window that is larger than the budget has room for gives way, oldest first, and only as far
 *   as it must. Where that comes often, let the default go on: then a compaction frees enough for
 *   a while.
 *
 * @example slidingWindow({ messages: 20 })
 * @example inOrder(slidingWindow({ messages: 200 }), tokenBudget())
 * @throws InvalidOptionError if a figure is no whole number in its range.
 */
export function slidingWindow(options: SlidingWindowOptions): EvictionPolicy {
  refuseUnknown(options, OPTIONS, 'slidingWindow');
  const messages = wholeFigure('slidingWindow.messages', options.messages, 1, 'messages');
  const usual = defaultSlack(messages);
  const slack = wholeFigure('slidingWindow.slack', options.slack ?? usual, 0, 'messages');
  const name = `sliding-window(${messages}${slack === usual ? '' : `, slack ${slack}`})`;
  return reasoned({
    name,
    windows: [{ policy: name, messages }],
    chooseWithReasons: ({ units }) =>
      whyBehind('OUTSIDE_WINDOW', messages, units, aheadOfWindow(units, messages)),
    isDue: (units) => exceedsSlack(aheadOfWindow(units, messages), slack),
  });
}

function aheadOfWindow(units: readonly MeasuredUnit[], messages: number): readonly MeasuredUnit[] {
  return unitsAheadOfMessages(units, messages).filter((unit) => !unit.protected);
}
