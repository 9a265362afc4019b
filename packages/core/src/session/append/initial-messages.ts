import type { AnyFormat } from '../../formats/message-format.ts';
import type { AppendableMessage } from './appendable-message.ts';

/** Messages to begin with: a list in the default format, or in another one, looked at when they are read. */
export type InitialMessages =
  | readonly AppendableMessage[]
  | { readonly format: 'openai'; readonly messages: readonly AppendableMessage[] }
  | { readonly format: AnyFormat; readonly messages: readonly unknown[] };
