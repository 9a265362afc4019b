import type { Message } from '../message/message.ts';
import type { TokenCount } from '../tokens/token-count.ts';

/** The parts that stand before and beside the messages: the system text and the tools. */
export interface FixedContext {
  readonly system?: FixedPart;
  readonly tools?: FixedPart;
}

export interface FixedPart {
  readonly message: Message;
  readonly tokens: TokenCount;
}
