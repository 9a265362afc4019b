import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { Condensed, EntryOverlay, Overlays } from '../compaction/overlay.ts';
import type { Summary } from '../condense/summarizer.ts';
import type { IndexedValue } from '../condense/value-index.ts';
import { RedactionFailedError } from '../errors/redaction-failed-error.ts';
import type { Message, Part } from '../message/message.ts';
import { isPlainObject } from '../message/plain-object.ts';
import type { SessionChange } from './memory-store.ts';

/** Takes out of a text what is not to be stored. */
export type Redact = (text: string) => string;

/**
 * A change as it may be stored: every text in it has passed through `redact` [STO-5]. Ids, roles,
 * types, names of tools and what is opaque (signatures, data URLs) stay, as do all figures: the
 * counts of an entry are those of what was said.
 *
 * @throws RedactionFailedError when `redact` throws, or gives no text.
 */
export function redactedChange(change: SessionChange, redact: Redact): SessionChange {
  const safe = checked(redact);
  const { entries, overlays, compaction, scratchpad, system, title } = change;
  return {
    ...change,
    ...(entries && {
      entries: entries.map((entry) => ({ ...entry, message: withMessage(entry.message, safe) })),
    }),
    ...(overlays && { overlays: { ...overlays, value: withOverlays(overlays.value, safe) } }),
    ...(compaction && { compaction: withRecord(compaction, safe) }),
    ...(scratchpad && { scratchpad: { value: withStrings(scratchpad.value, safe) } }),
    ...(system && { system: { value: safe(system.value) } }),
    ...(title && { title: { value: safe(title.value) } }),
  };
}

/**
 * A message as it is stored.
 * @throws RedactionFailedError when `redact` throws, or gives no text.
 */
export function redactedMessage(message: Message, redact: Redact): Message {
  return withMessage(message, checked(redact));
}

function checked(redact: Redact): Redact {
  return (text) => {
    if (text === '') return text;
    let redacted: unknown;
    try {
      redacted = redact(text);
    } catch (cause) {
      throw new RedactionFailedError(cause);
    }
    if (typeof redacted === 'string') return redacted;
    throw new RedactionFailedError(new TypeError(`it gave something of type ${typeof redacted}`));
  };
}

function withMessage(message: Message, redact: Redact): Message {
  const { extra } = message;
  return {
    ...message,
    parts: message.parts.map((part) => withPart(part, redact)),
    ...(extra && { extra: withUnread(extra, redact) }),
  };
}

function withPart(part: Part, redact: Redact): Part {
  if (part.type === 'unknown') return { ...part, value: withUnread(part.value, redact) };
  const { extra } = part;
  const kept = extra && { extra: withUnread(extra, redact) };
  switch (part.type) {
    case 'text':
      return { ...part, text: redact(part.text), ...kept };
    case 'thinking':
      return { ...thinkingWith(part, redact(part.text)), ...kept };
    case 'image':
      return { ...part, url: withAddress(part.url, redact), ...kept };
    case 'document': {
      const { filename } = part;
      return { ...part, ...(filename !== undefined && { filename: redact(filename) }), ...kept };
    }
    case 'tool-call':
      return { ...part, arguments: withJson(part.arguments, redact), ...kept };
    case 'tool-result':
      return { ...part, text: withJson(part.text, redact), ...kept };
    default:
      return part satisfies never;
  }
}

/** A signature vouches for the words as they were: it does not stay with other ones. */
function thinkingWith(part: Extract<Part, { type: 'thinking' }>, text: string): Part {
  if (text === part.text) return part;
  const { signature: _, ...unsigned } = part;
  return { ...unsigned, text };
}

function withOverlays(overlays: Overlays, redact: Redact): Overlays {
  const { entries, condensed } = overlays;
  return {
    ...overlays,
    entries: new Map([...entries].map(([seq, entry]) => [seq, withOverlay(entry, redact)])),
    ...(condensed && { condensed: withCondensed(condensed, redact) }),
  };
}

function withOverlay(overlay: EntryOverlay, redact: Redact): EntryOverlay {
  if (overlay.kind !== 'shortened-calls') return overlay;
  const calls = overlay.calls.map((call) => ({
    ...call,
    arguments: withJson(call.arguments, redact),
  }));
  return { ...overlay, calls };
}

function withCondensed(condensed: Condensed, redact: Redact): Condensed {
  const { text, summary, values } = condensed;
  return {
    ...condensed,
    text: redact(text),
    ...(summary && { summary: withSummary(summary, redact) }),
    values: { ...values, values: withValues(values.values, redact) },
  };
}

function withSummary(summary: Summary, redact: Redact): Summary {
  const { text, points, lead } = summary;
  return {
    ...summary,
    text: redact(text),
    ...(points && { points: points.map((point) => ({ ...point, text: redact(point.text) })) }),
    ...(lead !== undefined && { lead: redact(lead) }),
  };
}

/** A value that is not as it was is none any more: what is kept has to be exact. */
function withValues(values: readonly IndexedValue[], redact: Redact): readonly IndexedValue[] {
  return values.filter(({ text }) => redact(text) === text);
}

function withRecord(record: CompactionRecord, redact: Redact): CompactionRecord {
  const { stages, lost } = record;
  return {
    ...record,
    stages: stages.map(({ failure, ...stage }) => ({
      ...stage,
      ...(failure !== undefined && { failure: redact(failure) }),
    })),
    ...(lost && { lost: { ...lost, values: lost.values.map(redact) } }),
  };
}

/** The bytes of a picture are no words. */
function withAddress(url: string, redact: Redact): string {
  return url.startsWith('data:') ? url : redact(url);
}

/**
 * JSON stays JSON where it can: its values are looked at one by one, as they are without escapes,
 * and then the whole. Where the whole can only be redacted by breaking it, it is broken.
 */
function withJson(text: string, redact: Redact): string {
  const value = parsed(text);
  if (value === undefined) return redact(text);
  const redacted = withStrings(value, redact);
  return redact(isSameJson(value, redacted) ? text : JSON.stringify(redacted));
}

/** A list or an object; anything else reads the same as text. */
function parsed(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Of what a provider's format has beside the words: fields that name things to programs. */
const NAMING_FIELDS =
  /^(id|type|role|state|format|toolName|signature)$|(Id|_id|ediaType|edia_type)$/;

type Fields = Readonly<Record<string, unknown>>;

function isNaming(fields: Fields, name: string): boolean {
  if (typeof fields[name] !== 'string') return false;
  if (name === 'name') return typeof fields.type === 'string';
  if (name === 'data') return 'media_type' in fields || 'mediaType' in fields;
  return NAMING_FIELDS.test(name);
}

/** What a format keeps unread, so that it can still be read by that format. */
function withUnread<Value>(value: Value, redact: Redact): Value {
  return withStrings(value, redact, isNaming) as Value;
}

/**
 * A copy with every text inside redacted, names of fields as well; what is no text, and no list or
 * holder of such, is as it was.
 *
 * @param isKept tells fields that stay; where it is given, names of fields stay too
 */
function withStrings(
  value: unknown,
  redact: Redact,
  isKept?: (fields: Fields, name: string) => boolean,
): unknown {
  const copies = new Map<object, unknown>();
  return copy(value);

  function copy(source: unknown): unknown {
    if (typeof source === 'string') return withAddress(source, redact);
    if (typeof source === 'number' || typeof source === 'bigint') return copyOfFigure(source);
    if (typeof source !== 'object' || source === null) return source;
    return copies.get(source) ?? copyOfHolder(source);
  }

  /** A number can be that of a card. */
  function copyOfFigure(figure: number | bigint): unknown {
    const text = String(figure);
    const redacted = redact(text);
    return redacted === text ? figure : redacted;
  }

  function copyOfHolder(source: object): unknown {
    if (Array.isArray(source)) {
      const list: unknown[] = [];
      copies.set(source, list);
      for (const item of source) list.push(copy(item));
      return list;
    }
    if (source instanceof Map) {
      const map = new Map<unknown, unknown>();
      copies.set(source, map);
      for (const [key, item] of source) map.set(copy(key), copy(item));
      return map;
    }
    if (source instanceof Set) {
      const set = new Set<unknown>();
      copies.set(source, set);
      for (const item of source) set.add(copy(item));
      return set;
    }
    return isPlainObject(source) ? copyOfFields(source) : source;
  }

  function copyOfFields(source: Fields): unknown {
    const fields: Record<string, unknown> = {};
    copies.set(source, fields);
    for (const [name, field] of Object.entries(source)) {
      const value = isKept?.(source, name) ? field : copy(field);
      // Plain assignment to `__proto__` would change the prototype instead of keeping the value.
      Object.defineProperty(fields, isKept ? name : redact(name), {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
    return fields;
  }
}
