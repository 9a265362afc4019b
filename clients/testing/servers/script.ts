import type { Random } from './random.ts';

/** The next thing that a model does when it is asked. */
export interface Step {
  readonly thinking?: string;
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
}

export type Script = () => Step;

const WORDS =
  'the order of a train was looked up and its invoice is open since the fifth of May in Ghent'.split(
    ' ',
  );

/** Prose of so many words, with an exact value now and then. */
export function prose(random: Random, words: number): string {
  return Array.from({ length: words }, () =>
    random.chance(0.05)
      ? `ZF${random.below(90_000) + 10_000}`
      : (WORDS[random.below(WORDS.length)] ?? ''),
  ).join(' ');
}

export const TOOL_NAMES = ['get_order', 'read_file', 'search'] as const;

/** A model that calls tools in most steps, several at once at times, and answers in the others. */
export function agentScript(random: Random, { thinking = false } = {}): Script {
  let running = 0;
  return () => {
    const isCalling = running < 12 && random.chance(0.8);
    running = isCalling ? running + 1 : 0;
    const calls = isCalling ? 1 + random.below(3) : 0;
    return {
      ...(thinking && { thinking: prose(random, 5 + random.below(40)) }),
      text: isCalling && random.chance(0.5) ? '' : prose(random, 5 + random.below(60)),
      calls: Array.from({ length: calls }, () => ({
        name: random.pick(TOOL_NAMES),
        arguments: JSON.stringify({
          query: prose(random, 1 + random.below(random.chance(0.1) ? 400 : 8)),
        }),
      })),
    };
  };
}
