import type { CompactionSchedule } from '@agent-memory/core';
import { whole } from './figures.ts';

/**
 * Puts the reason of a schedule into words for a person, with its figures: `the context is under the
 * low watermark, 3,120 of 4,000 tokens`. No capital and no full stop, so that it can follow a verdict.
 * Same schedule, same words. A reason of a later version is told by its code and its figures.
 *
 * @example
 * const { plan } = await memory.assemble();
 * const verdict = plan.schedule.state === 'act' ? 'Compacts' : 'Waits';
 * console.log(`${verdict}: ${describeSchedule(plan.schedule)}.`);
 */
export function describeSchedule({ reason, numbers }: CompactionSchedule): string {
  /** One that the schedule does not give is not made up. */
  const figure = (name: string) =>
    numbers[name] === undefined ? 'an unknown number of' : whole(numbers[name]);
  switch (reason) {
    case 'OVER_INPUT_BUDGET':
      return `the context is over the input budget, ${figure('viewTokens')} of ${figure('inputTokens')} tokens`;
    case 'OVER_HIGH_WATERMARK':
      return `the context is over the high watermark, ${figure('viewTokens')} of ${figure('highTokens')} tokens`;
    case 'GROWTH_DUE':
      return `the context has grown ${figure('grownTokens')} tokens, and ${figure('dueTokens')} pay for a compaction`;
    case 'LIVE_NEEDS_ROOM':
      return `live state needs ${figure('liveTokens')} tokens beside ${figure('viewTokens')} of ${figure('inputTokens')}`;
    case 'TOOL_LIMIT':
      return 'a tool result is over the limit of its tool, or was of use once and has been used';
    case 'POLICY_ASKED':
      return 'the eviction policy asks for it';
    case 'UNDER_LOW_WATERMARK':
      return `the context is under the low watermark, ${figure('viewTokens')} of ${figure('lowTokens')} tokens, and a compaction would free nothing`;
    case 'NOT_GROWN':
      return numbers.headTokens === undefined
        ? `the context of ${figure('viewTokens')} tokens has not grown over the ${figure('leftTokens')} that the last compaction left`
        : `the context of ${figure('viewTokens')} tokens is no more than system text, tools and first message, of ${figure('headTokens')}`;
    case 'GROWTH_NOT_DUE':
      return `the context has grown ${figure('grownTokens')} of ${figure('dueTokens')} tokens that pay for a compaction`;
    case 'UNDER_HIGH_WATERMARK':
      return `the context is under the high watermark, ${figure('viewTokens')} of ${figure('highTokens')} tokens`;
    case 'LITTLE_ROOM_LEFT':
      return `the last compaction left ${figure('leftTokens')} tokens, close to the high watermark of ${figure('highTokens')}, so the next one comes above ${figure('markTokens')}, and the context has ${figure('viewTokens')}`;
    case 'GAIN_TOO_SMALL':
      return `the last compaction freed ${figure('freedTokens')} tokens, which is too little, and the context has grown ${figure('grownTokens')} of the ${figure('neededTokens')} tokens that another one waits for`;
    case 'HELD_AFTER_UNDO':
      return `a compaction was undone, so the next one comes at the input budget, ${figure('viewTokens')} of ${figure('inputTokens')} tokens`;
    default:
      return unknown(reason satisfies never, numbers);
  }
}

function unknown(reason: string, numbers: CompactionSchedule['numbers']): string {
  const figures = Object.entries(numbers).map(
    ([name, value]) =>
      `${name.replace(/([A-Z])/g, ' $1').toLowerCase()} ${value.toLocaleString('en-US')}`,
  );
  return [reason.replaceAll('_', ' ').toLowerCase(), ...figures].join(', ');
}
