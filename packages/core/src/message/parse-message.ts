import {
  isImageDetail,
  isRole,
  type Message,
  type Part,
  type Role,
  toolResultsOf,
} from './message.ts';
import { readOpenAiMessage } from './openai-chat.ts';
import { copyPlainData, isPlainObject } from './plain-data.ts';
import {
  argumentsAt,
  type FieldReader,
  type Fields,
  fieldAt,
  itemsOf,
  nameAt,
  objectAt,
  readerOf,
  textAt,
} from './read-field.ts';
import { refuseUnless } from './refuse-unless.ts';

/** A reader for each field, in the order in which they are looked at. Other fields are refused. */
type Form<Value> = {
  readonly [Name in keyof Value]-?: FieldReader<
    object extends Pick<Value, Name> ? Value[Name] | undefined : Value[Name]
  >;
};

type FormOfPart<Type> = Form<Omit<Extract<Part, { readonly type: Type }>, 'type'>>;

const extra = optional(objectAt);
const text = optional(textAt);
const detail = optional(readerOf(isImageDetail, 'must be auto, low or high'));
const pixels = optional(readerOf(isPixels, 'must be at least one pixel, and a whole number'));

const PART_FORMS: { readonly [Type in Part['type']]: FormOfPart<Type> } = {
  text: { text: textAt, extra },
  image: { url: nameAt, detail, width: pixels, height: pixels },
  document: { fileId: text, data: text, filename: text },
  'tool-call': { callId: nameAt, toolName: nameAt, arguments: argumentsAt, extra },
  'tool-result': { callId: nameAt, text: textAt, extra },
  thinking: { text: textAt, signature: text },
  unknown: { value: fieldAt },
};

const MESSAGE_FORM: Form<Message> = {
  role: readerOf(isRole, 'must be system, user, assistant or tool'),
  parts: (fields, name, prefix) =>
    itemsOf(fieldAt(fields, name, prefix), name, 'must be a list of parts', readPart),
  providerMessageId: optional(nameAt),
  extra,
};

/**
 * Reads a message in this library's form (it has `parts`) or in that of OpenAI Chat Completions.
 * An `id` beside the message is the caller's and is not part of it. The message read is a copy:
 * changing the input afterwards does not change it.
 *
 * @throws InvalidMessageError naming the field at fault [MSG-3]. What is passed through unread must
 * at least be data: it is counted, stored and sent as JSON.
 */
export function parseMessage(input: unknown): Message {
  const copy = copyPlainData(input);
  refuseUnless(isPlainObject(copy), 'message', `must be an object; got ${kindOf(copy)}`);
  const { id: _, ...fields } = copy;
  const message = Object.hasOwn(fields, 'parts') ? readOwnForm(fields) : readOpenAiMessage(fields);
  refuseMisplacedParts(message);
  return message;
}

function readOwnForm(fields: Fields): Message {
  checkForm(fields, MESSAGE_FORM, '');
  // Every field was read, and there is no other.
  return fields as unknown as Message;
}

function readPart(part: unknown, field: string): Part {
  refuseUnless(isPlainObject(part), field, 'must be a part');
  const { type, ...fields } = part;
  const isKnown = typeof type === 'string' && Object.hasOwn(PART_FORMS, type);
  refuseUnless(isKnown, `${field}.type`, 'must be a known kind of part, or "unknown" with a value');
  checkForm(fields, PART_FORMS[type as Part['type']], `${field}.`);
  return part as unknown as Part;
}

function checkForm(
  fields: Fields,
  form: Readonly<Record<string, FieldReader<unknown>>>,
  prefix: string,
): void {
  for (const [name, read] of Object.entries(form)) read(fields, name, prefix);
  for (const name of Object.keys(fields)) {
    refuseUnless(Object.hasOwn(form, name), prefix + name, 'is not a field of this form');
  }
}

/** Reads the field where it is there; `undefined` in its place is a value like another. */
function optional<Value>(read: FieldReader<Value>): FieldReader<Value | undefined> {
  return (fields, name, prefix) =>
    Object.hasOwn(fields, name) ? read(fields, name, prefix) : undefined;
}

function isPixels(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1;
}

/** Calls belong to the assistant and results to tools; anything else no provider accepts. */
function refuseMisplacedParts(message: Message): void {
  const { role, parts } = message;
  for (const [index, part] of parts.entries()) {
    const problem = misplacement(part.type, role);
    refuseUnless(!problem, `parts.${index}`, `${problem}`);
  }
  refuseUnless(
    role !== 'tool' || toolResultsOf(message).length > 0,
    'parts',
    'must hold a tool result: this is a tool message',
  );
}

/** Parts that can stand in a tool message; what is no result goes with the first one. */
const BESIDE_RESULTS: ReadonlySet<Part['type']> = new Set([
  'tool-result',
  'image',
  'document',
  'unknown',
]);

function misplacement(type: Part['type'], role: Role): string | undefined {
  if (role === 'tool')
    return BESIDE_RESULTS.has(type) ? undefined : 'cannot stand in a tool message';
  if (type === 'tool-result') return 'belongs in a tool message';
  if (type === 'tool-call' && role !== 'assistant') return 'belongs in an assistant message';
  return undefined;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value;
}
