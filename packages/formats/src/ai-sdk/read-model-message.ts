import type { Message, Part, Role } from '@agent-memory/core';
import type { ReadMessage } from '@agent-memory/core/formats';
import { frozenCopy, isPlainObject, reading } from '@agent-memory/core/internal';
import { peek } from '../peek.ts';
import { copyAsJson } from './copy-as-json.ts';
import { jsonTextOf } from './json-text.ts';
import { withPlainFiles } from './plain-files.ts';
import { definedFields, MODEL_FORMAT, reasoningPart } from './provider-fields.ts';
import { readFilePart } from './read-file-part.ts';
import { readToolOutput } from './tool-output.ts';
/**
 * Reads a `ModelMessage`. A tool message is read result by result, and results that stand in an
 * assistant's message, because the provider ran the tool, are read apart from it. Values that are no
 * plain data are taken as JSON would send them; the contents of files are not.
 *
 * @throws InvalidMessageError naming the field [MSG-3].
 */
export function readModelMessage(input: unknown): readonly ReadMessage[] {
  const plain = plainMessage(input);
  if (isPlainObject(plain) && plain.role === undefined && Array.isArray(plain.messages)) {
    return plain.messages.flatMap(readModelMessage);
  }
  const copy = copyAsJson(plain);
  reading.refuseUnless(isPlainObject(copy), 'message', 'must be an object');
  const { role, content: _, ...beside } = definedFields(copy);
  const kept = withoutId(beside);
  const content = reading.fieldAt(copy, 'content', '');
  switch (role) {
    case 'system':
      return whole(role, [{ type: 'text', text: reading.textAt(copy, 'content', '') }], kept);
    case 'user':
      return whole(role, partsOf(content), { ...kept, ...listMark(content) });
    case 'assistant':
      return assistantPieces(partsOf(content), { ...kept, ...listMark(content) });
    case 'tool':
      return toolPieces(partsOf(content), kept);
    default:
      reading.refuseUnless(false, 'role', 'must be system, user, assistant or tool');
  }
}

/** A message with its files as text, or the messages of what `generateText` gives. */
export function plainMessage(input: unknown): unknown {
  if (peek(input, 'role') !== undefined) return withPlainFiles(input);
  const said = peek(input, 'responseMessages') ?? peek(peek(input, 'response'), 'messages');
  return Array.isArray(said) ? { messages: said.map(withPlainFiles) } : withPlainFiles(input);
}

/** An `id` beside the message is the caller's and is not part of it. */
function withoutId({ id: _, ...fields }: reading.Fields): reading.Fields {
  return fields;
}

/** Plain words are a text by default; that they were a list of one is remembered. */
function listMark(content: unknown): reading.Fields {
  const [only, ...others] = Array.isArray(content) ? content : [];
  const isOneText = isPlainObject(only) && others.length === 0 && only.type === 'text';
  return isOneText && Object.keys(definedFields(only)).length === 2 ? { content: 'list' } : {};
}

/** A part as it was read: a result of a tool stands apart from the others. */
interface ReadPart {
  readonly part: Part;
  /** Files that a tool answered with. */
  readonly beside: readonly Part[];
}

function partsOf(content: unknown): readonly ReadPart[] {
  if (typeof content === 'string') return [{ part: { type: 'text', text: content }, beside: [] }];
  return reading.itemsOf(content, 'content', 'must be text or a list of parts', readPart);
}

const kindAt = reading.readerOf(reading.isText, 'must name the kind of part');

function readPart(input: unknown, field: string): ReadPart {
  reading.refuseUnless(isPlainObject(input), field, 'must be a part with a `type`');
  const fields = definedFields(input);
  const prefix = `${field}.`;
  const type = kindAt(fields, 'type', prefix);
  if (type === 'tool-result') return resultPart(fields, prefix);
  return { part: plainPart(type, fields, prefix), beside: [] };
}

function plainPart(type: string, fields: reading.Fields, prefix: string): Part {
  switch (type) {
    case 'text': {
      const { type: _, text: __, ...extra } = fields;
      return reading.withExtra({ type, text: reading.textAt(fields, 'text', prefix) }, extra);
    }
    case 'reasoning':
      return reasoningPart(fields, 'providerOptions', prefix);
    case 'image':
      return reading.isText(fields.image)
        ? readFilePart(fields, 'image', prefix)
        : unknownFile(fields, 'image', prefix);
    case 'file':
      return reading.isText(fields.data)
        ? readFilePart(fields, 'data', prefix)
        : unknownFile(fields, 'data', prefix);
    case 'tool-call':
      return callPart(fields, prefix);
    default:
      return { type: 'unknown', value: fields };
  }
}

/** A file by a provider's own reference is passed through. */
function unknownFile(fields: reading.Fields, field: string, prefix: string): Part {
  reading.refuseUnless(
    isPlainObject(fields[field]),
    prefix + field,
    'must be text, bytes or an address',
  );
  return { type: 'unknown', value: fields };
}

function callPart(fields: reading.Fields, prefix: string): Part {
  const { type: _, toolCallId: __, toolName: ___, input, ...extra } = fields;
  const callId = reading.nameAt(fields, 'toolCallId', prefix);
  const toolName = reading.nameAt(fields, 'toolName', prefix);
  return reading.withExtra(
    { type: 'tool-call', callId, toolName, arguments: jsonTextOf(input) },
    extra,
  );
}

function resultPart(fields: reading.Fields, prefix: string): ReadPart {
  const { type: _, toolCallId: __, output: ___, ...kept } = fields;
  const callId = reading.nameAt(fields, 'toolCallId', prefix);
  reading.nameAt(fields, 'toolName', prefix);
  const { text, isError, output, files } = readToolOutput(fields, prefix);
  const result = {
    type: 'tool-result',
    callId,
    text,
    ...(isError && { isError: true as const }),
  } as const;
  return { part: reading.withExtra(result, { ...kept, ...(output && { output }) }), beside: files };
}

function whole(
  role: Role,
  parts: readonly (ReadPart | Part)[],
  extra: reading.Fields,
): readonly ReadMessage[] {
  const plain = parts.map((part) => ('part' in part ? part.part : part));
  const isMisplaced = plain.findIndex(({ type }) => type === 'tool-call' || type === 'tool-result');
  reading.refuseUnless(
    isMisplaced < 0,
    `content.${isMisplaced}`,
    `cannot stand in a ${role} message`,
  );
  return pieces([{ role, parts: plain }], extra);
}

type Piece = Pick<Message, 'role' | 'parts'> & { readonly at?: number };

/**
 * Calls and words first, the results behind them, each with the place it had. A result whose call
 * is in an earlier message comes before everything else: it answers that one.
 */
function assistantPieces(
  content: readonly ReadPart[],
  extra: reading.Fields,
): readonly ReadMessage[] {
  const own = content.map(({ part }) => part).filter(({ type }) => type !== 'tool-result');
  const calls = new Set(own.map((part) => (part.type === 'tool-call' ? part.callId : undefined)));
  const results = content.flatMap(({ part, beside }, at) =>
    part.type === 'tool-result'
      ? [{ role: 'tool' as const, part, parts: [part, ...beside], at }]
      : [],
  );
  const answersHere = results.filter(({ part }) => calls.has(part.callId));
  const answersAbove = results.filter(({ part }) => !calls.has(part.callId));
  const said: readonly Piece[] =
    own.length > 0 || content.length === 0 ? [{ role: 'assistant', parts: own }] : [];
  return pieces([...answersAbove, ...said, ...answersHere], extra);
}

/** A message for each result; what stands between results, an approval, goes with the next or the last. */
function toolPieces(content: readonly ReadPart[], extra: reading.Fields): readonly ReadMessage[] {
  const found: Part[][] = [[]];
  let hasResult = false;
  content.forEach(({ part, beside }, index) => {
    const { type } = part;
    const isFitting = type === 'tool-result' || type === 'unknown';
    reading.refuseUnless(isFitting, `content.${index}`, 'cannot stand in a tool message');
    if (type === 'tool-result' && hasResult) found.push([]);
    if (type === 'tool-result') hasResult = true;
    found.at(-1)?.push(part, ...beside);
  });
  reading.refuseUnless(content.length > 0, 'content', 'must hold a result or an approval');
  return pieces(
    found.map((parts) => ({ role: 'tool', parts })),
    extra,
  );
}

function pieces(found: readonly Piece[], extra: reading.Fields): readonly ReadMessage[] {
  return found.map(({ role, parts, at }, index) => {
    const message: Message = {
      role,
      parts,
      format: MODEL_FORMAT,
      ...(index > 0 && { continues: true as const }),
    };
    const place = at === undefined ? {} : { role: 'assistant', at };
    return {
      message: frozenCopy(reading.withExtra(message, { ...(index === 0 && extra), ...place })),
    };
  });
}
