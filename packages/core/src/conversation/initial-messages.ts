import type { FormatChoice, FormatName } from '../formats/named-formats.ts';
import type { AppendableMessage } from './appendable-message.ts';

/**
 * Messages to begin with: a list in the default format, in one that is named, or in one of one's own,
 * whose messages are looked at when they are read.
 */
export type InitialMessages =
  | readonly AppendableMessage[]
  | {
      readonly format: Exclude<FormatChoice, FormatName>;
      readonly messages: readonly unknown[];
    }
  | {
      readonly [Name in FormatName]: {
        readonly format: Name;
        readonly messages: readonly AppendableMessage<Name>[];
      };
    }[FormatName];
