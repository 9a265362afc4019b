import { InvalidMessageError, type Message, type Part } from '@agent-memory/core';
import { parseMessage } from '@agent-memory/core/formats';
import { errorText } from '@agent-memory/core/internal';
import {
  type BaseMessage,
  mapStoredMessagesToChatMessages,
  type StoredMessage,
} from '@langchain/core/messages';

/** The name under which messages of LangChain keep what is only theirs. */
export const LANGCHAIN = 'langchain';

type Fields = Readonly<Record<string, unknown>>;

const ROLES = { human: 'user', ai: 'assistant', system: 'system', tool: 'tool' } as const;
const TYPES = { user: 'human', assistant: 'ai', system: 'system', tool: 'tool' } as const;

/**
 * A message of LangChain in neutral form. What is not read (ids, metadata, usage, artifacts, content
 * blocks of other kinds) is kept beside it.
 *
 * @throws InvalidMessageError naming the field.
 */
export function readLangChainMessage(message: BaseMessage): Message {
  const { type, data } = storedFormOf(message);
  if (!Object.hasOwn(ROLES, type)) {
    const known = Object.keys(ROLES).join(', ');
    throw new InvalidMessageError('type', `must be one of ${known}; got "${type}".`);
  }
  const role = ROLES[type as keyof typeof ROLES];
  const { content, tool_calls: calls = [], tool_call_id: callId, status, ...unread } = data;
  const parts = role === 'tool' ? resultParts(content, callId, status) : contentParts(content);
  return parseMessage({
    role,
    parts: [...parts, ...(role === 'assistant' ? listOf(calls, 'tool_calls').map(callPart) : [])],
    format: LANGCHAIN,
    extra: {
      ...unread,
      ...(Array.isArray(content) && role !== 'tool' && { contentIsBlocks: true }),
      ...(role !== 'assistant' && calls !== undefined && hasItems(calls) && { tool_calls: calls }),
      ...(role !== 'tool' && status !== undefined && { status }),
    },
  });
}

/** The form in which LangChain itself stores messages, as plain data. */
function storedFormOf(message: BaseMessage): { readonly type: string; readonly data: Fields } {
  if (typeof message?.toDict !== 'function') {
    throw new InvalidMessageError('message', 'must be a message of LangChain.');
  }
  try {
    // Fields that are undefined are no data, and artifacts may be anything.
    return JSON.parse(JSON.stringify(message.toDict()));
  } catch (cause) {
    const refusal = new InvalidMessageError('message', `is no JSON: ${errorText(cause)}.`);
    throw Object.assign(refusal, { cause });
  }
}

function hasItems(list: unknown): boolean {
  return !Array.isArray(list) || list.length > 0;
}

function listOf(value: unknown, field: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new InvalidMessageError(field, 'must be a list.');
}

function contentParts(content: unknown): readonly Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return listOf(content, 'content').map(contentPart);
}

function contentPart(block: unknown): Part {
  if (isFields(block) && block.type === 'text' && typeof block.text === 'string') {
    const { type: _, text, ...extra } = block;
    return { type: 'text', text, ...(hasFields(extra) && { extra }) };
  }
  const url = isFields(block) && block.type === 'image_url' ? block.image_url : undefined;
  if (typeof url === 'string' && url !== '') return { type: 'image', url };
  return { type: 'unknown', value: block };
}

function callPart(call: unknown, index: number): Part {
  const field = `tool_calls.${index}`;
  if (!isFields(call)) throw new InvalidMessageError(field, 'must be a tool call.');
  const { id, name, args, ...extra } = call;
  if (typeof id !== 'string' || id === '') {
    throw new InvalidMessageError(`${field}.id`, 'is missing; its result could not be found.');
  }
  if (typeof name !== 'string' || name === '') {
    throw new InvalidMessageError(`${field}.name`, 'must be the name of a tool.');
  }
  return { type: 'tool-call', callId: id, toolName: name, arguments: JSON.stringify(args), extra };
}

/** The texts of a result are one text; how it was divided, and what stood between, is remembered. */
function resultParts(content: unknown, callId: unknown, status: unknown): readonly Part[] {
  if (typeof callId !== 'string' || callId === '') {
    throw new InvalidMessageError('tool_call_id', 'must be the id of the call.');
  }
  const parts = contentParts(content);
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const blocks = parts.map((part) =>
    part.type === 'text' ? { length: part.text.length, ...part.extra } : null,
  );
  const extra = {
    ...(Array.isArray(content) && { blocks }),
    ...(status !== undefined && status !== 'error' && { status }),
  };
  const failed = status === 'error' && ({ isError: true } as const);
  const result: Part = {
    type: 'tool-result',
    callId,
    text,
    ...failed,
    ...(hasFields(extra) && { extra }),
  };
  return [result, ...parts.filter((part) => part.type !== 'text')];
}

/** A neutral message as one of LangChain, and as several where it answers several calls. */
export function writeLangChainMessages(message: Message, id?: string): readonly BaseMessage[] {
  if (message.role !== 'tool') return [writtenMessage(message, id)];
  const others = message.parts.filter((part) => part.type !== 'tool-result');
  return message.parts
    .filter((part) => part.type === 'tool-result')
    .map((result, index) =>
      writtenMessage({ ...message, parts: [result, ...(index === 0 ? others : [])] }, id),
    );
}

function writtenMessage(message: Message, id: string | undefined): BaseMessage {
  const { contentIsBlocks, ...own } = isOwn(message) ? (message.extra ?? {}) : {};
  const data = {
    ...(id !== undefined && { id }),
    ...own,
    ...(message.role === 'tool' ? resultData(message) : contentData(message, contentIsBlocks)),
  };
  const stored = { type: TYPES[message.role], data };
  const [written] = mapStoredMessagesToChatMessages([stored as unknown as StoredMessage]);
  if (!written) throw new InvalidMessageError('role', 'is not one that LangChain knows.');
  return written;
}

function contentData(message: Message, isBlocks: unknown): Fields {
  const blocks = message.parts.flatMap((part) => blockOf(part, isOwn(message)));
  const [only] = blocks;
  const isPlain = blocks.length === 1 && only?.type === 'text' && Object.keys(only).length === 2;
  const content = isBlocks === true || (blocks.length > 0 && !isPlain) ? blocks : only?.text;
  return {
    content: content ?? '',
    ...(message.role === 'assistant' && callData(message)),
  };
}

function callData(message: Message): Fields {
  const calls = message.parts.filter((part) => part.type === 'tool-call');
  const read = calls.map((call) => ({ call, args: parsedArguments(call.arguments) }));
  const invalid = read.filter(({ args }) => args === undefined);
  return {
    tool_calls: read.flatMap(({ call, args }) => {
      if (args === undefined) return [];
      const extra = isOwn(message) ? call.extra : undefined;
      return [{ type: 'tool_call', ...extra, id: call.callId, name: call.toolName, args }];
    }),
    ...(invalid.length > 0 && {
      invalid_tool_calls: invalid.map(({ call }) => ({
        type: 'invalid_tool_call',
        id: call.callId,
        name: call.toolName,
        args: call.arguments,
        error: 'The arguments are not JSON.',
      })),
    }),
  };
}

/** The arguments of a call, where they are an object that can be written as JSON again. */
export function parsedArguments(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // A value too deep to be written again could never be sent.
    return isFields(value) && JSON.stringify(value) !== undefined ? value : undefined;
  } catch {
    // A model may write anything; LangChain has a place for calls that cannot be read.
    return undefined;
  }
}

function resultData(message: Message): Fields {
  const result = message.parts.find((part) => part.type === 'tool-result');
  if (!result) return { content: '', tool_call_id: '' };
  const others = message.parts.flatMap((part) => blockOf(part, isOwn(message)));
  const { blocks, status } = isOwn(message) ? (result.extra ?? {}) : {};
  return {
    tool_call_id: result.callId,
    content: resultContent(result.text, others, blocks),
    ...(result.isError ? { status: 'error' } : status !== undefined && { status }),
  };
}

/** The blocks as they came; one text before all others where it was shortened since. */
function resultContent(text: string, others: readonly Fields[], blocks: unknown): unknown {
  if (Array.isArray(blocks) && lengthOf(blocks) === text.length) {
    let at = 0;
    let other = 0;
    return blocks.map((block: { length: number } | null) => {
      if (block === null) return others[other++];
      const { length, ...extra } = block;
      at += length;
      return { ...extra, type: 'text', text: text.slice(at - length, at) };
    });
  }
  return others.length === 0
    ? text
    : text.trim() === ''
      ? others
      : [{ type: 'text', text }, ...others];
}

function lengthOf(blocks: readonly ({ readonly length: number } | null)[]): number {
  return blocks.reduce((sum, block) => sum + (block?.length ?? 0), 0);
}

/** A part as a content block; none for calls and results, which have places of their own. */
function blockOf(part: Part, isOwnPart: boolean): readonly Fields[] {
  switch (part.type) {
    case 'text':
      return [{ ...(isOwnPart && part.extra), type: 'text', text: part.text }];
    case 'image':
      return [{ type: 'image_url', image_url: isOwnPart ? part.url : { url: part.url } }];
    case 'unknown':
      return isOwnPart ? [part.value as Fields] : [];
    case 'document':
      return part.data === undefined ? [] : [{ type: 'file', data: part.data }];
    case 'thinking':
    case 'tool-call':
    case 'tool-result':
      return [];
    default:
      return part satisfies never;
  }
}

function isOwn({ format }: Message): boolean {
  return format === LANGCHAIN;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasFields(value: object): boolean {
  return Object.keys(value).length > 0;
}
