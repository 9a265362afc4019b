import { InvalidOptionError } from '../errors/errors.ts';
import { toolCallsOf } from '../message/message.ts';
import type { MeasuredUnit } from './eviction-policy.ts';
import { nameFigure } from './figures.ts';

/** Says of a unit whether it is to be kept. */
export interface UnitPredicate {
  /** A name of its own, figures included: another name is another setting [CMP-8]. */
  readonly name: string;
  test(unit: MeasuredUnit): boolean;
}

/**
 * Units in which one of these tools was called, with their results.
 *
 * @example keeping(fromTool('get_order'), slidingWindow({ messages: 20 }))
 * @throws InvalidOptionError without a name of a tool.
 */
export function fromTool(...toolNames: readonly string[]): UnitPredicate {
  if (toolNames.length === 0) {
    throw new InvalidOptionError('fromTool', 'needs the name of a tool at least.');
  }
  const names = new Set(toolNames.map((toolName) => nameFigure('fromTool', toolName)));
  return {
    name: `from-tool(${[...names].map((toolName) => JSON.stringify(toolName)).join(', ')})`,
    test: ({ entries }) =>
      entries
        .flatMap(({ message }) => toolCallsOf(message))
        .some(({ toolName }) => names.has(toolName)),
  };
}
