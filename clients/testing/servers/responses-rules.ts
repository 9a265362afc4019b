import { createHash } from 'node:crypto';
import { type SentTool, toolsFault } from './tool-rules.ts';
import { type Fields, firstOf, isObject, isObjectText, tokensOf } from './values.ts';

type Item = Fields;

/** Reasoning as the provider locks it for itself: nobody else makes one that opens. */
export function encrypted(reasoning: string): string {
  const words = Buffer.from(reasoning).toString('base64');
  return `${words}.${createHash('sha256').update(`locked ${words}`).digest('base64')}`;
}

function opens(content: unknown): boolean {
  const [words = '', lock] = String(content).split('.');
  return lock === createHash('sha256').update(`locked ${words}`).digest('base64');
}

/**
 * Fields of each kind of item. Source: OpenAI API reference, "Create a model response", request body,
 * `input`: https://platform.openai.com/docs/api-reference/responses/create
 */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  message: ['type', 'role', 'content', 'id', 'status', 'phase'],
  reasoning: ['type', 'id', 'summary', 'content', 'encrypted_content', 'status'],
  function_call: ['type', 'id', 'call_id', 'name', 'arguments', 'status'],
  function_call_output: ['type', 'id', 'call_id', 'output', 'status'],
  custom_tool_call: ['type', 'id', 'call_id', 'name', 'input'],
  custom_tool_call_output: ['type', 'id', 'call_id', 'output'],
  web_search_call: ['type', 'id', 'status', 'action'],
};

const PIECES: Readonly<Record<string, readonly string[]>> = {
  input_text: ['type', 'text'],
  input_image: ['type', 'image_url', 'file_id', 'detail'],
  input_file: ['type', 'file_id', 'file_data', 'file_url', 'filename'],
  output_text: ['type', 'text', 'annotations', 'logprobs'],
  refusal: ['type', 'refusal'],
};
const GIVEN = ['input_text', 'input_image', 'input_file'];
const SPOKEN = ['output_text', 'refusal'];

const PREFIXES: Readonly<Record<string, string>> = {
  message: 'msg_',
  reasoning: 'rs_',
  function_call: 'fc_',
  custom_tool_call: 'ctc_',
  web_search_call: 'ws_',
};

const LONGEST_ID = 64;

/** The first fault of a request, in words; `undefined` where there is none. */
export function responsesFault(body: unknown): string | undefined {
  if (!isObject(body)) return 'the body must be an object';
  const { model, input, tools, previous_response_id: previous, store } = body;
  if (typeof model !== 'string') return "Missing required parameter: 'model'";
  if (previous !== undefined) return `Previous response with id '${previous}' not found`;
  if (!Array.isArray(input)) return "Invalid type for 'input': expected an array of items";
  if (input.length === 0) return "One of 'input' or 'previous_response_id' must be provided";
  return (
    toolsFault(sentTools(tools)) ??
    firstOf(input, (item, index) => itemFault(item, `input[${index}]`, store)) ??
    idsFault(input) ??
    firstOf(input, (item, index) => neighbourFault(item, input[index - 1], input[index + 1])) ??
    pairingFault(input)
  );
}

export function responsesTokens(body: unknown): number {
  return isObject(body) ? tokensOf([body.input, body.tools, body.instructions]) : 0;
}

function sentTools(tools: unknown): readonly SentTool[] {
  if (!Array.isArray(tools)) return [];
  return tools.map(({ name, description, parameters: schema }) => ({ name, description, schema }));
}

function itemFault(item: unknown, at: string, store: unknown): string | undefined {
  if (!isObject(item)) return `Invalid type for '${at}': expected an object`;
  const type = String(item.type ?? 'message');
  const fields = FIELDS[type];
  if (!fields) return `Invalid value: '${type}'. Supported values are: ${Object.keys(FIELDS)}`;
  const unknown = Object.keys(item).find((name) => !fields.includes(name));
  if (unknown !== undefined) return `Unknown parameter: '${at}.${unknown}'`;
  return idFault(item, type, at) ?? kindFault(item, type, at, store);
}

function idFault({ id }: Item, type: string, at: string): string | undefined {
  if (id === undefined) return undefined;
  const prefix = PREFIXES[type] ?? '';
  if (typeof id !== 'string' || !id.startsWith(prefix)) {
    return `Invalid '${at}.id': '${id}'. Expected an ID that begins with '${prefix}'`;
  }
  return lengthFault(id, `${at}.id`);
}

function lengthFault(id: unknown, at: string): string | undefined {
  if (typeof id !== 'string' || id === '') return `Missing required parameter: '${at}'`;
  if (id.length <= LONGEST_ID) return undefined;
  return `Invalid '${at}': string too long. Expected a string with maximum length ${LONGEST_ID}, but got a string with length ${id.length} instead.`;
}

function kindFault(item: Item, type: string, at: string, store: unknown): string | undefined {
  switch (type) {
    case 'message':
      return messageFault(item, at);
    case 'reasoning':
      return reasoningFault(item, at, store);
    case 'function_call':
    case 'custom_tool_call':
      return callFault(item, type, at);
    case 'function_call_output':
    case 'custom_tool_call_output':
      return lengthFault(item.call_id, `${at}.call_id`) ?? outputFault(item.output, at);
    default:
      return item.id === undefined ? `Missing required parameter: '${at}.id'` : undefined;
  }
}

function messageFault({ role, content }: Item, at: string): string | undefined {
  if (!['user', 'system', 'developer', 'assistant'].includes(String(role))) {
    return `Invalid value: '${at}.role': '${role}'`;
  }
  if (typeof content === 'string') {
    return content.trim() === '' ? `Invalid '${at}.content': must not be empty` : undefined;
  }
  return piecesFault(content, role === 'assistant' ? SPOKEN : GIVEN, `${at}.content`);
}

function piecesFault(list: unknown, kinds: readonly string[], at: string): string | undefined {
  if (!Array.isArray(list) || list.length === 0) return `Invalid '${at}': empty array`;
  return firstOf(list, (piece, index) => {
    const place = `${at}[${index}]`;
    if (!isObject(piece)) return `Invalid type for '${place}': expected an object`;
    const { type, text, refusal = text, image_url: url, file_id: fileId } = piece;
    if (!kinds.includes(String(type))) {
      return `Invalid value: '${type}'. Supported values are: ${kinds} (${place})`;
    }
    const unknown = Object.keys(piece).find((name) => !PIECES[String(type)]?.includes(name));
    if (unknown !== undefined) return `Unknown parameter: '${place}.${unknown}'`;
    if (/text|refusal/.test(String(type))) {
      return String(refusal ?? '').trim() === '' ? `Invalid '${place}': empty text` : undefined;
    }
    if (type !== 'input_image' || typeof fileId === 'string') return undefined;
    return /^(https?:|data:image\/(png|jpeg|gif|webp);base64,)/.test(String(url))
      ? undefined
      : `Invalid '${place}.image_url'`;
  });
}

/** Source: https://platform.openai.com/docs/guides/reasoning#encrypted-reasoning-items */
function reasoningFault(item: Item, at: string, store: unknown): string | undefined {
  if (!Array.isArray(item.summary)) return `Missing required parameter: '${at}.summary'`;
  const { id, encrypted_content: content } = item;
  if (content == null) {
    return store === false
      ? `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false.`
      : undefined;
  }
  return opens(content)
    ? undefined
    : `The encrypted content for item ${id} could not be verified. (${at})`;
}

function callFault(item: Item, type: string, at: string): string | undefined {
  const { call_id: callId, name, arguments: text, input } = item;
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(name))) return `Invalid '${at}.name': '${name}'`;
  const fault = lengthFault(callId, `${at}.call_id`);
  if (fault !== undefined) return fault;
  if (type === 'custom_tool_call') {
    return typeof input === 'string' ? undefined : `Missing required parameter: '${at}.input'`;
  }
  return isObjectText(text) ? undefined : `Invalid '${at}.arguments': ${text}`;
}

function outputFault(output: unknown, at: string): string | undefined {
  if (typeof output === 'string') return undefined;
  return Array.isArray(output) && output.length === 0
    ? undefined
    : piecesFault(output, GIVEN, `${at}.output`);
}

function idsFault(input: readonly Item[]): string | undefined {
  const ids = new Set<unknown>();
  return firstOf(input, ({ id }) => {
    if (id === undefined) return undefined;
    const isThere = ids.has(id);
    ids.add(id);
    return isThere ? `Duplicate item found with id ${id}` : undefined;
  });
}

/** The part of an id that reasoning and the item behind it have in common, on this server. */
const ANSWER = /^[a-z]+_led_(\d+)$/;

/**
 * Reasoning goes with the item that it led to, and that one with its reasoning. Source:
 * https://platform.openai.com/docs/guides/reasoning#keeping-reasoning-items-in-context
 */
function neighbourFault(item: Item, before: Item | undefined, after: Item | undefined) {
  const { id, type = 'message' } = item;
  const answer = ANSWER.exec(String(id))?.[1];
  if (answer === undefined) return undefined;
  if (type === 'reasoning') {
    const isFollowed = ANSWER.exec(String(after?.id))?.[1] === answer;
    return isFollowed
      ? undefined
      : `Item '${id}' of type 'reasoning' was provided without its required following item.`;
  }
  return before?.id === `rs_led_${answer}`
    ? undefined
    : `Item '${id}' of type '${type}' was provided without its required 'reasoning' item: 'rs_led_${answer}'.`;
}

/** Source: https://platform.openai.com/docs/guides/function-calling#handling-function-calls */
function pairingFault(input: readonly Item[]): string | undefined {
  const open = new Map<unknown, string>();
  const fault = firstOf(input, ({ type, call_id: callId }) => {
    if (type === 'function_call' || type === 'custom_tool_call') {
      if (open.has(callId)) return `Duplicate call with call_id ${callId}.`;
      open.set(callId, `${type}_output`);
      return undefined;
    }
    if (!/^(function|custom_tool)_call_output$/.test(String(type))) return undefined;
    if (open.get(callId) !== type) {
      return `No tool call found for function call output with call_id ${callId}.`;
    }
    open.set(callId, 'answered');
    return undefined;
  });
  if (fault !== undefined) return fault;
  const [unanswered] = [...open].find(([, state]) => state !== 'answered') ?? [];
  return unanswered === undefined
    ? undefined
    : `No tool output found for function call ${unanswered}.`;
}
