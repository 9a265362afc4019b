import type { Endpoint } from './openai-endpoints.ts';
import { type SentTool, toolsFault } from './tool-rules.ts';
import { firstOf, isObject, isObjectText, tokensOf } from './values.ts';

/** How strict a server is beyond OpenAI's own rules. */
export interface OpenAiRules {
  readonly windowTokens: number;
  /** Chat templates of local models: system first and once, user and assistant in turn. */
  readonly template?: boolean;
  /** The name of its tool in a result: no field of the reference, and yet taken; LangChain's client sends it. */
  readonly namedResults?: boolean;
  /** Another server's rules for fields beside those that all take. Default: OpenAI's. */
  readonly endpoint?: Endpoint;
  /** Characters of a call's id. OpenAI: 40. */
  readonly longestId?: number;
}

interface Sent {
  readonly role: string;
  readonly content?: unknown;
  readonly name?: unknown;
  readonly tool_calls?: unknown;
  readonly tool_call_id?: unknown;
}

/** Source: OpenAI API reference, "Create chat completion", and the refusals of its servers. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content', 'name'],
  developer: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  assistant: [
    'role',
    'content',
    'name',
    'tool_calls',
    'refusal',
    'audio',
    'annotations',
    'function_call',
  ],
  tool: ['role', 'content', 'tool_call_id'],
};

const PARTS: Readonly<Record<string, readonly string[]>> = {
  system: ['text'],
  developer: ['text'],
  user: ['text', 'image_url', 'file', 'input_audio'],
  assistant: ['text', 'refusal'],
  tool: ['text'],
};

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** The first fault of a request, in words; `undefined` where there is none. */
export function openAiFault(body: unknown, rules: OpenAiRules): string | undefined {
  if (!isObject(body)) return 'the body must be an object';
  const { messages, model, tools, tool_choice: choice } = body;
  if (typeof model !== 'string') return 'you must provide a model parameter';
  if (!Array.isArray(messages) || messages.length === 0) return "'messages' must not be empty";
  if (choice !== undefined && !Array.isArray(tools)) {
    return "'tool_choice' is only allowed when 'tools' are specified";
  }
  const named = isObject(choice) && isObject(choice.function) ? choice.function.name : undefined;
  if (named !== undefined && !namesOf(tools).includes(named))
    return `tool choice ${named} not found`;
  return (
    toolsFault(sentTools(tools)) ??
    firstOf(messages, (message, index) => messageFault(message, `messages[${index}]`, rules)) ??
    pairingFault(messages as readonly Sent[]) ??
    (rules.template ? templateFault(messages as readonly Sent[]) : undefined)
  );
}

export function openAiTokens(body: unknown): number {
  return isObject(body) ? tokensOf([body.messages, body.tools]) : 0;
}

function sentTools(tools: unknown): readonly SentTool[] {
  if (!Array.isArray(tools)) return [];
  return tools.map(({ function: { name, description, parameters: schema } }) => ({
    name,
    description,
    schema,
  }));
}

function namesOf(tools: unknown): readonly unknown[] {
  if (!Array.isArray(tools)) return [];
  return tools.map((tool) => isObject(tool) && isObject(tool.function) && tool.function.name);
}

function messageFault(message: unknown, at: string, rules: OpenAiRules): string | undefined {
  if (!isObject(message)) return `${at}: must be an object`;
  const { role, content, name, tool_calls: calls } = message;
  const own = rules.endpoint?.takes(message);
  const fields = own?.fields ?? FIELDS[String(role)];
  if (own?.fault !== undefined) return `${at}: ${own.fault}`;
  if (!fields) return `${at}: '${role}' is not one of ${Object.keys(FIELDS)}`;
  const isNamedResult = rules.namedResults && role === 'tool';
  const unknown = Object.keys(message).find(
    (field) => !fields.includes(field) && !(isNamedResult && field === 'name'),
  );
  if (unknown !== undefined) return `${at}: '${unknown}' was unexpected`;
  if (name !== undefined && !(typeof name === 'string' && /^[^\s<|\\/>]{1,64}$/.test(name))) {
    return `${at}.name: does not match the pattern`;
  }
  if (calls !== undefined) {
    if (!Array.isArray(calls) || calls.length === 0) return `${at}.tool_calls: [] is too short`;
    const fault = firstOf(calls, (call, index) =>
      callFault(call, `${at}.tool_calls[${index}]`, rules),
    );
    if (fault !== undefined) return fault;
    const ids = calls.map(({ id }) => id);
    if (new Set(ids).size < ids.length) return `${at}.tool_calls: duplicate ids ${ids}`;
  }
  const isAnswered = ['tool_calls', 'refusal', 'audio', 'function_call'].some(
    (field) => message[field],
  );
  if (content === null || content === undefined || content === '') {
    const mayBeEmpty = (role === 'assistant' && isAnswered) || (role === 'tool' && content === '');
    return mayBeEmpty
      ? undefined
      : `${at}.content: expected a string, got ${content === '' ? 'an empty one' : content}`;
  }
  if (typeof content === 'string') return undefined;
  if (!Array.isArray(content) || content.length === 0) return `${at}.content: [] is too short`;
  return firstOf(content, (part, index) =>
    partFault(part, String(role), `${at}.content[${index}]`),
  );
}

function partFault(part: unknown, role: string, at: string): string | undefined {
  if (!isObject(part)) return `${at}: must be an object`;
  const { type } = part;
  if (!PARTS[role]?.includes(String(type))) return `${at}: '${type}' is not allowed of the ${role}`;
  if (type === 'text' && !(typeof part.text === 'string' && part.text.trim() !== '')) {
    return `${at}.text: must not be empty`;
  }
  if (type !== 'image_url') return undefined;
  const url = isObject(part.image_url) ? part.image_url.url : undefined;
  return /^(https?:|data:image\/(png|jpeg|gif|webp);base64,)/.test(String(url))
    ? undefined
    : `${at}: invalid image`;
}

function callFault(call: unknown, at: string, { longestId = 40 }: OpenAiRules): string | undefined {
  if (!isObject(call)) return `${at}: must be an object`;
  const { id, type, function: called } = call;
  if (typeof id !== 'string' || id === '') return `${at}.id: must be a string`;
  if (id.length > longestId) {
    return `Invalid '${at}.id': string too long. Expected a string with maximum length ${longestId}, but got a string with length ${id.length} instead.`;
  }
  if (type !== 'function' || !isObject(called)) return `${at}: must be a function call`;
  if (!TOOL_NAME.test(String(called.name)))
    return `${at}.function.name: ${called.name} does not match ${TOOL_NAME}`;
  if (!isObjectText(called.arguments))
    return `${at}.function.arguments: cannot be parsed: ${called.arguments}`;
  return undefined;
}

function pairingFault(messages: readonly Sent[]): string | undefined {
  let open = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) {
        return `messages[${index}]: role 'tool' must be a response to a preceding message with 'tool_calls' (${message.tool_call_id})`;
      }
      continue;
    }
    if (open.size > 0) return missing(open, index);
    const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
    open = new Set(calls.map(({ id }) => id));
  }
  return open.size > 0 ? missing(open, messages.length) : undefined;
}

function missing(open: ReadonlySet<unknown>, index: number): string {
  return `messages[${index}]: tool_call_ids did not have response messages: ${[...open]}`;
}

/** Templates as those of Gemma and Mistral raise an exception for what they cannot say. */
function templateFault(messages: readonly Sent[]): string | undefined {
  let last = 'assistant';
  for (const [index, { role, tool_calls: calls }] of messages.entries()) {
    if (role === 'system' || role === 'developer') {
      if (index > 0) return `messages[${index}]: system message must be at the beginning`;
      continue;
    }
    const allowed =
      last === 'assistant'
        ? ['user']
        : last === 'user' || last === 'tool'
          ? ['assistant', 'tool']
          : ['tool'];
    if (!allowed.includes(role))
      return `messages[${index}]: roles must alternate, got ${role} behind ${last}`;
    last = role === 'assistant' && calls ? 'calls' : role;
  }
  return ['user', 'tool'].includes(last)
    ? undefined
    : `the last message must not be of the ${last}`;
}
