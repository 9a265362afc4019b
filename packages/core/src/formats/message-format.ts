import type { LiveHosts } from '../live/live-placement.ts';
import type { Message } from '../message/message.ts';
import type { BarePlan } from '../plan/context-plan.ts';

/** One neutral message as it was read out of a format's. */
export interface ReadMessage {
  /** Names the entry, so that the same message is not added twice; formats without ids have none. */
  readonly id?: string;
  readonly message: Message;
}

/**
 * Port: a form in which an app or a provider writes messages [MSG-2].
 *
 * An implementer owes:
 * - `read` refuses what it cannot understand with an `InvalidMessageError` that names the field, and
 *   keeps what it does not know: fields as `extra`, parts as unknown ones. What it gives is frozen,
 *   shares nothing with what it was given, and has `format` set to the format's name. What a model is
 *   to read belongs in parts, unknown ones too: `extra` of a format of one's own is not counted.
 * - `write(read(message))` equals `message`, for every message; for several in a row too.
 * - `render` gives what the format's grammar allows, whatever the plan holds [MSG-6]: dangling calls
 *   are answered and strays are text in the plan already; roles, order and alternation are up to it.
 *   It changes no message that it was given, and the same messages give the same bytes again.
 *
 * A message that `read` gives in a wrong shape is refused, and the error names the format and the field.
 *
 * @example
 * // A script for two voices, as a format of one's own.
 * interface Line {
 *   readonly who: 'user' | 'assistant';
 *   readonly said: string;
 * }
 * const isLine = (value: unknown): value is Line =>
 *   typeof value === 'object' &&
 *   value !== null &&
 *   'who' in value &&
 *   (value.who === 'user' || value.who === 'assistant') &&
 *   'said' in value &&
 *   typeof value.said === 'string';
 *
 * const lines: MessageFormat<Line, { readonly script: string }> = {
 *   name: 'lines',
 *   read(line) {
 *     if (!isLine(line)) throw new InvalidMessageError('line', 'must be { who, said }.');
 *     const words: TextPart = Object.freeze({ type: 'text', text: line.said });
 *     const parts = Object.freeze([words]);
 *     return [{ message: Object.freeze({ role: line.who, parts, format: 'lines' }) }];
 *   },
 *   write: (entries) =>
 *     entries.map(({ message }) => ({
 *       who: message.role === 'assistant' ? 'assistant' : 'user',
 *       said: textOf(message),
 *     })),
 *   // Live text stands last among the items; tools are told to a model beside its messages.
 *   render: (plan) => ({
 *     script: plan.items
 *       .filter(({ kind }) => kind !== 'tools')
 *       .map(({ message }) => `${message.role}: ${textOf(message)}`)
 *       .join('\n'),
 *   }),
 * };
 *
 * await memory.append({ who: 'user', said: 'Where is order ZFA04Y?' }, { format: lines });
 * const { script } = await memory.assemble({ format: lines });
 */
export interface MessageFormat<Incoming, Context, Outgoing = Incoming> {
  readonly name: string;
  /** For types alone, and never set: what `read` understands. It may be more than `write` gives. */
  readonly incoming?: Incoming;
  /** For types alone, and never set: an app may have a narrower type for its messages. */
  takes?(message: Incoming): void;
  /**
   * What its messages hold: `data`, as JSON has it, or `values`, which are taken as JSON would send
   * them, such as dates. A message of very many values is then copied in slices ahead of `read`, so
   * that the page goes on meanwhile. Absent: `read` gets every message as it came.
   */
  readonly holds?: 'data' | 'values';
  /** A message that shows signs of another provider's form is refused, though `read` could keep it unread. */
  readonly refusesOthers?: true;
  /** Gives a message with its files in memory as text, ahead of that copy. Default: as it is. */
  plain?(message: unknown): unknown;
  /** Default: `any`. */
  readonly liveHosts?: LiveHosts;
  /**
   * One message of the format as neutral ones: several where the format joins what is kept apart here.
   * @throws InvalidMessageError naming the field [MSG-3].
   */
  read(message: unknown): readonly ReadMessage[];
  /** Originals in the format again. What came in another format is written as well as this one can say it. */
  write(entries: readonly WritableEntry[]): readonly Outgoing[];
  /** Renders a plan as the format's context: messages, and the fields beside them. */
  render(plan: BarePlan): Context;
}

/** A context that is nothing but messages. The list is the caller's own, as the clients want it. */
export interface MessagesOnly<Shape> {
  readonly messages: Shape[];
}

/** A format, whichever it is. */
export type AnyFormat = MessageFormat<unknown, object>;

/** A format whose messages may be of an app's own type. */
export type FormatOf<Shown> = AnyFormat & {
  readonly takes?: (message: Shown) => void;
};

/** An original and the id that a format with ids gives it, unless it came with one. */
export interface WritableEntry {
  readonly id: string;
  readonly message: Message;
}
