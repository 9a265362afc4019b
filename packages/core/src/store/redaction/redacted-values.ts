import { runToEnd } from '../../ground/platform/steps.ts';
import { jsonStringText, jsonTokens } from '../../message/json-tokens.ts';
import type { Message } from '../../message/message.ts';
import { isDeeperThan, isPlainObject } from '../../message/plain-object.ts';
import { setOwn } from '../../message/set-own.ts';
import { copiedWith } from '../structured-copy.ts';
import type { Redact } from './redact.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A file in base64, without parameters that could say more; what is text inside is no such. */
const BASE64_URL = /^data:(?!text\/)[\w.+-]+\/[\w.+-]+;base64,[A-Za-z0-9+/_-]+={0,2}$/i;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** The bytes of a file are no words; every other address is one to look at. */
export function withAddress(url: string, redact: Redact): string {
  return BASE64_URL.test(url) ? url : redact(url);
}

/**
 * JSON stays JSON where it can: its values are looked at one by one, as they are without escapes,
 * and then the whole. Where the whole can only be redacted by breaking it, it is broken.
 */
export function withJson(text: string, redact: Redact): string {
  const value = parsedHolder(text);
  if (value === undefined) return redact(text);
  if (isDeeperThan(value)) return redact(withTokens(text, redact));
  const redacted = withStrings(value, redact, redact);
  const json = JSON.stringify(redacted);
  return redact(JSON.stringify(value) === json ? text : json);
}

/** The list or object that a JSON text says; `undefined` for anything else, which reads the same as text. */
export function parsedHolder(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined; // Models do write arguments that are no JSON; those are text.
  }
}

/** JSON that is too deep to be walked, token by token: what is redacted stays a string where it was. */
function withTokens(json: string, redact: Redact): string {
  const pieces: string[] = [];
  let end = 0;
  for (const token of runToEnd(jsonTokens(json)) ?? []) {
    const said = json.slice(token.from, token.to);
    const text = token.kind === 'number' ? said : runToEnd(jsonStringText(json, token));
    const redacted = redact(text);
    pieces.push(json.slice(end, token.from), redacted === text ? said : JSON.stringify(redacted));
    end = token.to;
  }
  return pieces.join('') + json.slice(end);
}

/** Fields that formats need to find a message again, or to write it. */
const NAMING_OF_MESSAGES = new Set(['id', 'type']);

/** Fields that formats need to find a part again, to write it, or to join it with another. */
const NAMING_OF_PARTS = new Set(
  (
    'id type outputType toolName toolCallId tool_call_id tool_use_id callId call_id approvalId ' +
    'sourceId fileId file_id mediaType media_type signature'
  ).split(' '),
);

/** How far a part of the AI SDK's has come. */
const STATE =
  /^(streaming|done|(input|output)-(streaming|available|error|denied)|approval-(requested|responded))$/;

/** Fields of a message that a format keeps unread, so that it can still be read by that format. */
export function withUnreadOfMessage(
  { format }: Message,
  extra: Fields,
  redact: Redact,
): Readonly<Record<string, unknown>> {
  const { unread } = extra;
  const isListOfParts = format !== undefined && Array.isArray(unread);
  return withFields(extra, redact, (name, value) => {
    if (isListOfParts && name === 'unread') {
      return unread.map((placed: unknown) => withPlaced(placed, redact));
    }
    return typeof value === 'string' && NAMING_OF_MESSAGES.has(name) ? value : undefined;
  });
}

/** A part that was not read, beside its place among those that were. */
function withPlaced(placed: unknown, redact: Redact): unknown {
  if (!Array.isArray(placed) || typeof placed[0] !== 'number') return withStrings(placed, redact);
  return [placed[0], ...placed.slice(1).map((part: unknown) => withUnreadPart(part, redact))];
}

/**
 * A part, or fields of one, that a format keeps unread. What names it stays, at its top only: what
 * lies deeper can be anybody's.
 */
export function withUnreadPart<Value>(part: Value, redact: Redact): Value {
  if (!isPlainObject(part)) return withStrings(part, redact) as Value;
  return withFields(part, redact, (name, value) => {
    if (isPlainObject(value) && (name === 'source' || name === 'input_audio')) {
      return withFields(value, redact, (inner, held) => keptOfFile(value, inner, held));
    }
    return typeof value === 'string' && isNamingOfPart(part, name, value) ? value : undefined;
  }) as Value;
}

function isNamingOfPart(part: Fields, name: string, value: string): boolean {
  // A call names its tool; any other name is one that somebody gave.
  if (name === 'name') return typeof part.type === 'string' && 'input' in part;
  if (name === 'data') return BASE64.test(value) && isOfBytes(part);
  if (name === 'state') return STATE.test(value);
  const isOfCaller = typeof part.type === 'string' && part.type.startsWith('data-');
  return isOfCaller ? name === 'id' || name === 'type' : NAMING_OF_PARTS.has(name);
}

function isOfBytes({ type, mediaType, media_type: mediaTypeToo }: Fields): boolean {
  const kind = mediaType ?? mediaTypeToo;
  return type === 'redacted_thinking' || (typeof kind === 'string' && !/^text(\/|$)/i.test(kind));
}

/** Bytes in base64, and the id of a file that a provider holds. */
function keptOfFile(file: Fields, name: string, value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  const isBytes = file.type === 'base64' ? isOfBytes(file) : typeof file.format === 'string';
  const isKept = name === 'file_id' || (name === 'data' && isBytes && BASE64.test(value));
  return isKept ? value : undefined;
}

/** The fields as `stored` says, and redacted where it gives nothing. */
function withFields(
  fields: Fields,
  redact: Redact,
  stored: (name: string, value: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    setOwn(copy, name, stored(name, value) ?? withStrings(value, redact));
  }
  return copy;
}

/**
 * A copy with every text and figure inside redacted at any depth; what is no text, and no list or
 * holder of such, is as it was. Names of fields stay, unless `name` says otherwise.
 */
export function withStrings(value: unknown, redact: Redact, name?: Redact): unknown {
  const leaf = (held: unknown) =>
    typeof held === 'number' || typeof held === 'bigint'
      ? withFigure(held, redact)
      : withText(held, redact);
  return copiedWith(value, { leaf, ...(name && { name }) });
}

/**
 * A copy with every text inside redacted at any depth. Figures, names of fields and keys of maps stay:
 * features find their state again by them.
 */
export function withTexts(value: unknown, redact: Redact): unknown {
  return copiedWith(value, { leaf: (held) => withText(held, redact), key: (key) => key });
}

function withText(held: unknown, redact: Redact): unknown {
  return typeof held === 'string' ? withAddress(held, redact) : held;
}

/** A number can be that of a card. */
function withFigure(figure: number | bigint, redact: Redact): unknown {
  const text = String(figure);
  const redacted = redact(text);
  return redacted === text ? figure : redacted;
}
