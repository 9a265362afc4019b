import type { OpenAiMessage } from '@agent-memory/core';
import { enveloped } from '@agent-memory/core/internal';
import type { PromptMessage } from './built-in-api.ts';

/** A context as the Prompt API takes it: the system text apart, the rest in its three roles. */
export interface PromptContext {
  readonly system: readonly PromptMessage[];
  readonly messages: readonly PromptMessage[];
}

/**
 * A context in the Prompt API's roles. It has one system message, none for results of tools and no calls:
 * those of an earlier model are told in words, so that a conversation can go on here.
 */
export function promptContext(given: readonly OpenAiMessage[]): PromptContext {
  const isSystem = ({ role }: OpenAiMessage): boolean => role === 'system' || role === 'developer';
  const system = given.filter(isSystem).map(({ content }) => textOf(content));
  return {
    system: system.length === 0 ? [] : [{ role: 'system', content: system.join('\n\n') }],
    messages: given.filter((message) => !isSystem(message)).map(promptMessage),
  };
}

function promptMessage(message: OpenAiMessage): PromptMessage {
  const text = textOf(message.content);
  switch (message.role) {
    case 'assistant': {
      const calls = (message.tool_calls ?? []).map(
        ({ function: called }) => `(Called ${called.name} with ${called.arguments}.)`,
      );
      return { role: 'assistant', content: [...(text === '' ? [] : [text]), ...calls].join('\n') };
    }
    case 'tool':
      return { role: 'user', content: enveloped('tool-result', text) };
    default:
      return { role: 'user', content: text };
  }
}

function textOf(content: OpenAiMessage['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? [])
    .map((part) =>
      part.type === 'text' ? part.text : part.type === 'image_url' ? '[image]' : '[document]',
    )
    .join('\n');
}
