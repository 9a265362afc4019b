import { isImageDetail, isRole, type Message, type Part } from './message.ts';
import { isPlainObject } from './plain-object.ts';
import {
  argumentsAt,
  type FieldReader,
  type Fields,
  fieldAt,
  itemsOf,
  nameAt,
  objectAt,
  readerOf,
  refuseUnless,
  textAt,
} from './read-field.ts';

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
const isTrue = optional(readerOf((value) => value === true, 'must be true, or left out'));
const pixels = optional(readerOf(isPixels, 'must be at least one pixel, and a whole number'));

const PART_FORMS: { readonly [Type in Part['type']]: FormOfPart<Type> } = {
  text: { text: textAt, extra },
  image: { url: nameAt, detail, width: pixels, height: pixels, extra },
  document: { fileId: text, data: text, filename: text, extra },
  'tool-call': { callId: nameAt, toolName: nameAt, arguments: argumentsAt, extra },
  'tool-result': { callId: nameAt, text: textAt, isError: isTrue, extra },
  thinking: { text: textAt, signature: text, extra },
  unknown: { value: fieldAt },
};

const MESSAGE_FORM: Form<Message> = {
  role: readerOf(isRole, 'must be system, user, assistant or tool'),
  parts: (fields, name, prefix) =>
    itemsOf(fieldAt(fields, name, prefix), name, 'must be a list of parts', readPart),
  providerMessageId: optional(nameAt),
  format: optional(nameAt),
  continues: isTrue,
  isItem: isTrue,
  isInterrupted: isTrue,
  pricedAs: optional(nameAt),
  extra,
};

/** Reads the fields of a message in this library's own form. @throws InvalidMessageError naming the field. */
export function readOwnForm(fields: Fields): Message {
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
