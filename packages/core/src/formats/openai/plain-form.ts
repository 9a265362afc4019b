import { UNNAMED_CALL, usableId } from '../../message/call-ids.ts';
import { FreeIds } from '../../message/free-ids.ts';
import { isPlainObject } from '../../message/plain-object.ts';
import { type Fields, isText, refuseUnless } from '../../message/read-field.ts';
import type { OpenAiMessage } from './openai-message.ts';

/** In a text that came under another name: the field of its message, or `part` for a part of another kind. */
const CAME_AS = '(came as)';

/**
 * A message in OpenAI's plain form. Servers and older versions have others: whole answers, calls and results
 * without an id, functions, arguments that are no text, words that stand beside the content.
 *
 * @throws InvalidMessageError naming the field.
 */
export function plainForm(given: Fields): Fields {
  const message = messageIn(given);
  const { role } = message;
  if (role === 'assistant') return plainAnswer(message);
  return role === 'tool' || role === 'function' ? plainResult(message) : message;
}

/** The message in a whole answer of Chat Completions or Ollama; any other message as it is. */
function messageIn(given: Fields): Fields {
  if (given.role !== undefined) return given;
  if (isPlainObject(given.message) && 'done' in given) return given.message;
  const { choices } = given;
  if (!Array.isArray(choices)) return given;
  const problem = `holds ${choices.length} answers, and a conversation continues with one: append the \`message\` of that one`;
  refuseUnless(choices.length === 1, 'choices', problem);
  const message: unknown = Object(choices[0]).message;
  refuseUnless(isPlainObject(message), 'choices.0.message', 'is missing: join a stream first');
  return message;
}

/** The id that names a message. That of a whole answer is its request's, and some servers repeat it. */
export function idOfMessage(given: unknown): unknown {
  return isPlainObject(given) && !Array.isArray(given.choices) ? given.id : undefined;
}

function plainAnswer(message: Fields): Fields {
  const { content, refusal, audio, function_call: called, tool_calls: calls, ...others } = message;
  const { transcript } = Object(audio);
  const words = [...wordsOf('refusal', refusal), ...wordsOf('audio', transcript, { audio })];
  const asked = calls ?? (isPlainObject(called) ? [{ function: called }] : undefined);
  return {
    ...others,
    content: words.length > 0 ? [...partsOf(content), ...words] : plainContent(content),
    ...(refusal !== undefined && !isWords(refusal) && { refusal }),
    ...(audio !== undefined && !isWords(transcript) && { audio }),
    ...(asked !== undefined && { tool_calls: plainCalls(asked) }),
  };
}

function isWords(value: unknown): value is string {
  return isText(value) && value !== '';
}

function wordsOf(field: string, text: unknown, beside: Fields = {}): readonly Fields[] {
  return isWords(text) ? [{ ...beside, type: 'text', text, [CAME_AS]: field }] : [];
}

function partsOf(content: unknown): readonly unknown[] {
  if (isWords(content)) return [{ type: 'text', text: content }];
  const parts = plainContent(content);
  return Array.isArray(parts) ? parts : [];
}

function plainContent(content: unknown): unknown {
  if (!Array.isArray(content)) return content ?? null;
  return content.map((part: unknown): unknown => {
    if (!isPlainObject(part) || part.type !== 'refusal') return part;
    const { refusal: text, ...others } = part;
    return { ...others, type: 'text', text, [CAME_AS]: 'part' };
  });
}

/** A call without an id goes by the name of its tool: read again it has the same. A second one is `find_2`. */
function plainCalls(calls: unknown): unknown {
  if (!Array.isArray(calls)) return calls;
  const ids = new FreeIds();
  return calls.map((call: unknown, index): unknown => {
    if (!isPlainObject(call)) return call;
    const { name, arguments: given, ...inside } = Object(call.function ?? call.custom);
    const own = usableId(call.id, `tool_calls.${index}.id`);
    const id = own ?? ids.take(isWords(name) ? name : 'call');
    if (!isPlainObject(call.function)) return { ...call, id };
    // Ollama gives the object itself.
    const text: unknown = isPlainObject(given) ? JSON.stringify(given) : (given ?? '');
    return { ...call, id, function: { ...inside, name, arguments: text } };
  });
}

function plainResult(message: Fields): Fields {
  const { tool_name: name = message.name } = message;
  const own = usableId(message.tool_call_id, 'tool_call_id');
  return {
    ...message,
    role: 'tool',
    tool_call_id: own ?? UNNAMED_CALL + (isText(name) ? name : ''),
  };
}

/** The message with words where they came from. */
export function givenForm(message: OpenAiMessage): OpenAiMessage {
  const { content, ...others }: Fields = { ...message };
  if (!Array.isArray(content)) return message;
  const fields: [string, unknown][] = [];
  const parts = content.flatMap((part: Fields) => {
    const { [CAME_AS]: field, text, audio, ...beside } = part;
    if (!isText(field)) return [part];
    if (field === 'part') return [{ ...beside, type: 'refusal', refusal: text }];
    fields.push([field, isPlainObject(audio) ? { ...audio, transcript: text } : text]);
    return [];
  });
  const isBare = fields.length > 0 && parts.length < 2 && Object.keys(parts[0] ?? {}).length < 3;
  const said: unknown = isBare ? (parts[0]?.text ?? null) : parts;
  // Every field was read from such a message.
  return { ...others, ...Object.fromEntries(fields), content: said } as unknown as OpenAiMessage;
}
