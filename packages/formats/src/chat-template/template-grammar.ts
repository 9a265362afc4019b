import type { OpenAiMessage } from '@agent-memory/core';
import type { OpenAiContentPart } from '@agent-memory/core/formats';
import { CLOSING_WORDS, OPENING_WORDS } from '../stand-ins.ts';

/** Stands for the assistant where the user speaks right behind a tool. */
const NO_ANSWER: OpenAiMessage = { role: 'assistant', content: '(No answer.)' };
const OPENING: OpenAiMessage = { role: 'user', content: OPENING_WORDS };
const GO_ON: OpenAiMessage = { role: 'user', content: CLOSING_WORDS };

/**
 * The messages under the rules that templates of local models have in common. Source: the templates
 * in `tokenizer_config.json` of Mistral and Gemma, which raise an error where roles do not alternate,
 * and the checks of WebLLM, which wants the system message first and the user or a tool last.
 *
 * @example
 * ```ts
 * const { messages } = await memory.assemble();
 * await engine.chat.completions.create({ messages: inTemplateGrammar(messages) });
 * ```
 */
export function inTemplateGrammar(messages: readonly OpenAiMessage[]): OpenAiMessage[] {
  const plain = messages.map(withPlainContent);
  const system = plain.filter(isSystem);
  const others = plain.filter((message) => !isSystem(message) && !isSilent(message));
  return [...systemOf(system), ...withMissingRoles(joined(others))];
}

function isSystem({ role }: OpenAiMessage): boolean {
  return role === 'system' || role === 'developer';
}

/** Says nothing and calls nothing; a tool may answer with nothing. */
function isSilent({ role, content, tool_calls: calls }: OpenAiMessage): boolean {
  return role !== 'tool' && content === '' && !calls;
}

function systemOf(messages: readonly OpenAiMessage[]): readonly OpenAiMessage[] {
  const content = messages.map((message) => textOf(message.content)).filter((text) => text !== '');
  return content.length > 0 ? [{ role: 'system', content: content.join('\n\n') }] : [];
}

/** Templates put content into text as it is: `null` would be the word, and a list its inside. */
function withPlainContent(message: OpenAiMessage): OpenAiMessage {
  const { content } = message;
  const hasMore = typeof content === 'object' && content?.some((part) => part.type !== 'text');
  return hasMore || typeof content === 'string'
    ? message
    : { ...message, content: textOf(content) };
}

function textOf(content: OpenAiMessage['content']): string {
  if (typeof content === 'string') return content;
  const texts = (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.join('');
}

/** Neighbours that speak for one side are one message; each result of a tool stays its own. */
function joined(messages: readonly OpenAiMessage[]): readonly OpenAiMessage[] {
  const list: OpenAiMessage[] = [];
  for (const message of messages) {
    const last = list.at(-1);
    const isOne = last && last.role !== 'tool' && last.role === message.role && !last.tool_calls;
    if (isOne) list.splice(-1, 1, oneOf(last, message));
    else list.push(message);
  }
  return list;
}

function oneOf(first: OpenAiMessage, next: OpenAiMessage): OpenAiMessage {
  const calls = next.tool_calls;
  const content = joinedContent(first.content ?? '', next.content ?? '');
  // Both have one role, and content that goes with it.
  return { ...first, content, ...(calls && { tool_calls: calls }) } as OpenAiMessage;
}

function joinedContent(
  first: NonNullable<OpenAiMessage['content']>,
  next: NonNullable<OpenAiMessage['content']>,
): NonNullable<OpenAiMessage['content']> {
  if (typeof first === 'string' && typeof next === 'string') {
    return first === '' || next === '' ? first + next : `${first}\n\n${next}`;
  }
  return [...partsOf(first), ...partsOf(next)];
}

function partsOf(content: NonNullable<OpenAiMessage['content']>): readonly OpenAiContentPart[] {
  if (typeof content !== 'string') return content;
  return content === '' ? [] : [{ type: 'text', text: content }];
}

function withMissingRoles(messages: readonly OpenAiMessage[]): readonly OpenAiMessage[] {
  const list: OpenAiMessage[] = messages[0]?.role === 'user' ? [] : [OPENING];
  for (const message of messages) {
    if (message.role === 'user' && list.at(-1)?.role === 'tool') list.push(NO_ANSWER);
    list.push(message);
  }
  return list.at(-1)?.role === 'assistant' ? [...list, GO_ON] : list;
}
