/** One message that left the view, reduced to what condensing needs of it. */
export interface CondenseSource {
  /** Position of the message in the transcript; later messages have larger numbers. */
  readonly seq: number;
  readonly role: 'user' | 'assistant' | 'tool' | 'system';
  /** The words of the message. For a tool message, the text of its result. */
  readonly text: string;
  /** The tool that was called (assistant) or that answered (tool). */
  readonly toolName?: string;
  /** The arguments of every call in the message, each as the JSON text the model wrote. */
  readonly toolArguments?: readonly string[];
  /** The part of the message that the value index was given before, when it was cut out of it. */
  readonly indexed?: Pick<CondenseSource, 'text' | 'toolArguments'>;
}
