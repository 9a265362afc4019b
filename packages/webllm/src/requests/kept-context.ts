import type { EngineMessage } from './engine-messages.ts';

/** The conversation that web-llm has in its cache of keys and values, and the tokens of it. */
export interface KeptContext {
  readonly messages: readonly EngineMessage[];
  readonly tokens: number;
}

/**
 * Tokens of the context that need not be read again: all that was kept, where the request continues from
 * the kept conversation by one message. web-llm counts only what it reads again, so a count of the whole
 * context needs these.
 */
export function keptTokens(
  kept: KeptContext | undefined,
  messages: readonly EngineMessage[],
): number {
  if (!kept || kept.messages.length !== messages.length - 1) return 0;
  const isSame = kept.messages.every(({ role, content }, place) => {
    const next = messages[place];
    return next?.role === role && JSON.stringify(next.content) === JSON.stringify(content);
  });
  return isSame ? kept.tokens : 0;
}
