/** A message as a visible list holds it; AI SDK calls it `UIMessage`. */
export interface ChatMessage {
  readonly id: string;
  readonly role: 'system' | 'user' | 'assistant';
  readonly parts: readonly { readonly type: string }[];
  readonly metadata?: unknown;
}
