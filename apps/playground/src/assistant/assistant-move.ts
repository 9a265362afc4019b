import type { ContextText } from './context-texts.ts';

/** The assistant's next move. */
export type AssistantMove =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'call'; readonly call: MindCall };

/** A tool by its name, and its arguments before they are written as JSON. */
export interface MindCall {
  readonly toolName: string;
  readonly arguments: object;
}

/** Something about the user that is worth keeping for later conversations. */
export interface Statement {
  readonly kind: 'fact' | 'preference';
  readonly text: string;
  /** Two statements of one key are about the same thing: the later one takes the place of the other. */
  readonly key?: string;
}

/** A call that was made for the question that is being answered, with its result. */
export interface Step {
  readonly toolName: string;
  /** As they stand in the call; `{}` where they are not readable. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly result: string;
}

/** Everything that a rule may look at: what memory assembled, the tools there are, and the time of day. */
export interface Turn {
  /** The user's words. */
  readonly question: string;
  /** Every text of the context, the question left out, in send order. */
  readonly texts: readonly ContextText[];
  /** The calls made for this question, oldest first. */
  readonly steps: readonly Step[];
  /** Results in the context, those of earlier questions too, oldest first. */
  readonly results: readonly Step[];
  readonly tools: ReadonlySet<string>;
  readonly now: Date;
}

/** Answers a turn, or leaves it to the next rule. */
export type Rule = (turn: Turn) => AssistantMove | undefined;

export function say(text: string): AssistantMove {
  return { kind: 'say', text };
}

export function call(toolName: string, args: object = {}): AssistantMove {
  return { kind: 'call', call: { toolName, arguments: args } };
}

/** The newest step with this tool, and with these arguments if any are given. */
export function stepWith(
  { steps }: Pick<Turn, 'steps'>,
  toolName: string,
  args: Readonly<Record<string, unknown>> = {},
): Step | undefined {
  return steps.findLast(
    (step) =>
      step.toolName === toolName &&
      Object.entries(args).every(([name, value]) => step.arguments[name] === value),
  );
}
