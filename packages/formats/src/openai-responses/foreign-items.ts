import { type Message, type Part, toolCallsOf, toolResultsOf } from '@agent-memory/core';
import type { DocumentPart } from '@agent-memory/core/formats';
import type { reading } from '@agent-memory/core/internal';
import { ABSENT_FILE } from '../stand-ins.ts';
import { OPENAI_RESPONSES } from './read-item.ts';
/**
 * A message that came in another format, as items. What only that one can say is left out; reasoning
 * too, which no provider takes from another.
 */
export function foreignItems(message: Message): readonly reading.Fields[] {
  switch (message.role) {
    case 'user':
    case 'system':
      return [messageItem(message)];
    case 'assistant':
      return [
        ...spokenItems(message),
        ...toolCallsOf(message).map((call) => callItem(message, call)),
      ];
    case 'tool':
      return outputItems(message);
  }
}

function messageItem(message: Message): reading.Fields {
  const { role, extra } = message;
  const content = message.parts.flatMap((part) => contentOf(part, message));
  const [first, ...others] = content;
  const isDeveloper = role === 'system' && isOfOpenAi(message) && extra?.role === 'developer';
  const isText = first?.type === 'input_text' && others.length === 0;
  return { role: isDeveloper ? 'developer' : role, content: isText ? first.text : content };
}

function isOfOpenAi({ format = 'openai' }: Message): boolean {
  return format === 'openai' || format === OPENAI_RESPONSES;
}

/** Content that goes into a message or an output. Pictures and files are the user's and the tools' alone. */
function contentOf(part: Part, message: Message): readonly reading.Fields[] {
  const isWords = message.role === 'system' || message.role === 'assistant';
  switch (part.type) {
    case 'text':
      return [{ type: 'input_text', text: part.text }];
    case 'image': {
      if (isWords) return [{ type: 'input_text', text: '[image]' }];
      const { url, detail = 'auto' } = part;
      return [{ type: 'input_image', image_url: url, detail }];
    }
    case 'document': {
      const file = fileOf(part, isOfOpenAi(message));
      return isWords || !file ? [{ type: 'input_text', text: ABSENT_FILE.text }] : [file];
    }
    case 'tool-call':
    case 'tool-result':
    case 'thinking':
    case 'unknown':
      return [];
  }
}

/** An id names a file at the provider that gave it, and no file anywhere else. */
function fileOf(
  { fileId, data, filename }: DocumentPart,
  isOfOpenAi: boolean,
): reading.Fields | undefined {
  if (data === undefined && (fileId === undefined || !isOfOpenAi)) return undefined;
  return {
    type: 'input_file',
    ...(data === undefined ? { file_id: fileId } : { file_data: data }),
    ...(data !== undefined && filename !== undefined && { filename }),
  };
}

function spokenItems(message: Message): readonly reading.Fields[] {
  const words = message.parts.flatMap((part) =>
    contentOf(part, message).map(({ text }) => String(text)),
  );
  return words.length === 0 ? [] : [{ role: 'assistant', content: words.join('\n') }];
}

function callItem(message: Message, call: ReturnType<typeof toolCallsOf>[number]): reading.Fields {
  const { callId, toolName: name, arguments: text, extra } = call;
  const isCustom = isOfOpenAi(message) && extra?.type === 'custom';
  return isCustom
    ? { type: 'custom_tool_call', call_id: callId, name, input: text }
    : { type: 'function_call', call_id: callId, name, arguments: text };
}

/** Parts beside the results go with the first of them. */
function outputItems(message: Message): readonly reading.Fields[] {
  const beside = message.parts.flatMap((part) => contentOf(part, message));
  return toolResultsOf(message).map(({ callId, text }, index) => {
    const isAlone = index > 0 || beside.length === 0;
    const words = text === '' ? [] : [{ type: 'input_text', text }];
    const output = isAlone ? text : [...words, ...beside];
    return { type: 'function_call_output', call_id: callId, output };
  });
}
