import type { OpenAiMessage } from '@agent-memory/core';
import { inTemplateGrammar } from '@agent-memory/formats';

/** A message as web-llm takes it. */
export interface EngineMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: OpenAiMessage['content'];
  readonly tool_call_id?: string;
}

/**
 * The context as web-llm takes it: one system message and it first, roles in turn, the user or a tool
 * last. web-llm leaves the calls of an answer out of the prompt, so they stand in its text, in the form
 * that most open models were trained with.
 */
export function engineMessages(messages: readonly OpenAiMessage[]): readonly EngineMessage[] {
  return inTemplateGrammar(messages).map(({ role, content, ...more }) => ({
    // The grammar makes one system message of those and of a developer's.
    role: role === 'developer' ? 'system' : role,
    content: inTemplate(withCalls(content ?? '', more.tool_calls ?? [])),
    ...(more.tool_call_id !== undefined && { tool_call_id: more.tool_call_id }),
  }));
}

type Content = NonNullable<OpenAiMessage['content']>;
type Calls = NonNullable<OpenAiMessage['tool_calls']>;

function withCalls(content: Content, calls: Calls): Content {
  if (calls.length === 0 || typeof content !== 'string') return content;
  const texts = calls.map(
    ({ function: { name, arguments: given } }) =>
      `<tool_call>\n{"name": ${JSON.stringify(name)}, "arguments": ${given}}\n</tool_call>`,
  );
  return [content, ...texts].filter((text) => text !== '').join('\n');
}

/**
 * web-llm puts texts into the template with `String.replace`, which reads `$$`, `$&` and their like as
 * commands. A text that holds one has each of its `$` doubled, and comes out as it was.
 */
function inTemplate(content: Content): Content {
  if (typeof content === 'string') return escaped(content);
  return content.map((part) =>
    part.type === 'text' ? { ...part, text: escaped(part.text) } : part,
  );
}

function escaped(text: string): string {
  return /\$[$&`']/.test(text) ? text.replaceAll('$', '$$$$') : text;
}
