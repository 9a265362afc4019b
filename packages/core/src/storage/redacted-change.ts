import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { ArgumentsTrim, Condensed, EntryOverlay, Overlays } from '../compaction/overlay.ts';
import { shortenedArguments } from '../compaction/shorten-arguments.ts';
import type { Summary } from '../condense/summarizer.ts';
import type { IndexedValue } from '../condense/value-index.ts';
import { RedactionFailedError } from '../errors/redaction-failed-error.ts';
import type { Message, Part } from '../message/message.ts';
import type { Entry } from '../transcript/entry.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { SessionChange } from './memory-store.ts';
import {
  withAddress,
  withJson,
  withStrings,
  withUnreadOfMessage,
  withUnreadPart,
} from './redacted-values.ts';
import { nothingTaken, type TakenOut, takenOut } from './taken-out.ts';

/** Takes out of a text what is not to be stored. */
export type Redact = (text: string) => string;

/** A change, and what was said in the session that it belongs to. */
export interface ChangeToRedact extends SessionChange {
  /**
   * What compactions made their texts of: a piece of what `redact` takes out of an original stays
   * out of what was made of it. Absent: the change's own entries.
   */
  readonly said?: Transcript;
}

/**
 * A change as it may be stored: every text in it has passed through `redact` [STO-5]. Ids, roles,
 * types, names of tools and what is opaque (signatures, base64) stay where the format has them, as
 * do names of fields outside of arguments, and all figures of an entry: its counts are those of what
 * was said. Costs what the change holds and what its overlays cover.
 *
 * @throws RedactionFailedError when `redact` throws, or gives no text.
 */
export function redactedChange({ said, ...change }: ChangeToRedact, redact: Redact): SessionChange {
  const safe = checked(redact);
  const { entries, overlays, compaction, scratchpad, system, title } = change;
  const rules = rulesFor(change, said, safe);
  return {
    ...change,
    ...(entries && {
      entries: entries.map((entry) => ({ ...entry, message: withMessage(entry.message, safe) })),
    }),
    ...(overlays && { overlays: { ...overlays, value: withOverlays(overlays.value, rules) } }),
    ...(compaction && { compaction: withRecord(compaction, rules) }),
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
    ...(extra && { extra: withUnreadOfMessage(message, extra, redact) }),
  };
}

function withPart(part: Part, redact: Redact): Part {
  if (part.type === 'unknown') return { ...part, value: withUnreadPart(part.value, redact) };
  const { extra } = part;
  const kept = extra && { extra: withUnreadPart(extra, redact) };
  switch (part.type) {
    case 'text':
      return { ...part, text: redact(part.text), ...kept };
    case 'thinking':
      return { ...thinkingWith(part, redact(part.text)), ...kept };
    case 'image':
      return { ...part, url: withAddress(part.url, redact), ...kept };
    case 'document': {
      const { data, filename } = part;
      return {
        ...part,
        ...(data !== undefined && { data: withAddress(data, redact) }),
        ...(filename !== undefined && { filename: redact(filename) }),
        ...kept,
      };
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

/** How texts that were made of others are redacted. */
interface DerivedRules {
  readonly redact: Redact;
  /** What `redact` takes out of the originals. */
  readonly taken: TakenOut;
  /** Every entry that has this `seq`, on whichever branch. */
  readonly originals: (seq: number) => readonly Entry[];
}

function rulesFor(
  { entries = [], overlays, compaction }: SessionChange,
  said: Transcript | undefined,
  redact: Redact,
): DerivedRules {
  const bySeq = new Map<number, Entry[]>();
  if (overlays || compaction) {
    const { log, length } = said ?? { log: undefined, length: 0 };
    for (const entry of log ? [...log.slice(0, length), ...log.elsewhere] : entries) {
      const known = bySeq.get(entry.seq);
      if (known) known.push(entry);
      else bySeq.set(entry.seq, [entry]);
    }
  }
  const originals = (seq: number) => bySeq.get(seq) ?? [];
  const covered = seqsCovered(overlays?.value, compaction);
  const messages = [...covered].flatMap((seq) => originals(seq).map(({ message }) => message));
  const taken =
    messages.length === 0
      ? nothingTaken
      : takenOut(messages.map((message) => ({ message, stored: withMessage(message, redact) })));
  return { redact, taken, originals };
}

/** Entries that summaries, values and shortened texts can be made of. */
function seqsCovered(
  overlays: Overlays | undefined,
  compaction: CompactionRecord | undefined,
): ReadonlySet<number> {
  const seqs = new Set(overlays?.entries.keys());
  for (const { fromSeq, toSeq } of [...(overlays?.ranges ?? []), ...(compaction?.left ?? [])]) {
    for (let seq = fromSeq; seq < toSeq; seq += 1) seqs.add(seq);
  }
  return seqs;
}

/** A text that was made of others, without what is taken out of those, and without pieces of it. */
function withDerived(text: string, { redact, taken }: DerivedRules): string {
  return taken.without(redact(text));
}

function withOverlays(overlays: Overlays, rules: DerivedRules): Overlays {
  const { entries, condensed } = overlays;
  return {
    ...overlays,
    entries: new Map([...entries].map(([seq, entry]) => [seq, withOverlay(entry, rules)])),
    ...(condensed && { condensed: withCondensed(condensed, rules) }),
  };
}

function withOverlay(overlay: EntryOverlay, rules: DerivedRules): EntryOverlay {
  if (overlay.kind !== 'shortened-calls') return overlay;
  const calls = overlay.calls.map((call) => ({
    ...call,
    arguments: shortenedAnew(call, overlay.seq, rules),
  }));
  return { ...overlay, calls };
}

/** Cut from what is stored of the call, so that no cut goes through what is taken out. */
function shortenedAnew(call: ArgumentsTrim, seq: number, rules: DerivedRules): string {
  const { partIndex, maxCharacters } = call;
  for (const { message } of rules.originals(seq)) {
    const part = message.parts[partIndex];
    if (part?.type !== 'tool-call') continue;
    if (shortenedArguments(part.arguments, maxCharacters, seq) !== call.arguments) continue;
    return shortenedArguments(withJson(part.arguments, rules.redact), maxCharacters, seq);
  }
  return rules.taken.without(withJson(call.arguments, rules.redact));
}

function withCondensed(condensed: Condensed, rules: DerivedRules): Condensed {
  const { text, summary, values } = condensed;
  return {
    ...condensed,
    text: withDerived(text, rules),
    ...(summary && { summary: withSummary(summary, rules) }),
    values: { ...values, values: withValues(values.values, rules) },
  };
}

function withSummary(summary: Summary, rules: DerivedRules): Summary {
  const { text, points, lead } = summary;
  return {
    ...summary,
    text: withDerived(text, rules),
    ...(points && {
      points: points.map((point) => ({ ...point, text: withDerived(point.text, rules) })),
    }),
    ...(lead !== undefined && { lead: withDerived(lead, rules) }),
  };
}

/** A value that is not as it was is none any more: what is kept has to be exact. */
function withValues(
  values: readonly IndexedValue[],
  { redact, taken }: DerivedRules,
): readonly IndexedValue[] {
  return values.filter(({ text }) => redact(text) === text && taken.without(text) === text);
}

function withRecord(record: CompactionRecord, rules: DerivedRules): CompactionRecord {
  const { stages, lost } = record;
  return {
    ...record,
    stages: stages.map(({ failure, ...stage }) => ({
      ...stage,
      ...(failure !== undefined && { failure: withDerived(failure, rules) }),
    })),
    ...(lost && { lost: { ...lost, values: withLost(lost.values, rules) } }),
  };
}

function withLost(values: readonly string[], { redact, taken }: DerivedRules): readonly string[] {
  return values.map(redact).filter((value) => taken.without(value) === value);
}
