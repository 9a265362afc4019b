import type { CondenseSource } from '../condense/summarizer.ts';
import {
  addingValues,
  boundedIndex,
  emptyValueIndex,
  type ValueIndex,
} from '../condense/value-index.ts';
import { type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import { jsonStringOf } from '../message/json-tokens.ts';
import { mediaApart } from '../message/media-apart.ts';
import { textOf, toolCallsOf, toolResultsOf } from '../message/message.ts';
import type { Entry } from '../transcript/entry.ts';
import type { Transcript } from '../transcript/transcript.ts';
import {
  type ArgumentsTrim,
  type EntryOverlay,
  noOverlays,
  type Overlays,
} from '../view/overlay.ts';
import { cutFromArguments } from './shorten.ts';

/**
 * Gives the texts that condensing reads of entries that leave: the originals, never the text that stood for them.
 *
 * @param before overlays of earlier compactions, which have handed on what they cut out
 */
export function* sourcesOf(
  entries: readonly Entry[],
  before: Pick<Overlays, 'entries'>,
): Steps<readonly CondenseSource[]> {
  const toolNames = new Map<string, string>();
  const sources: CondenseSource[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % TURNS_PER_STEP === TURNS_PER_STEP - 1) yield;
    // Only a repeated one can leave: the first is sent with every context.
    if (entry.message.role === 'system') continue;
    for (const call of toolCallsOf(entry.message)) toolNames.set(call.callId, call.toolName);
    const earlier = before.entries.get(entry.seq);
    const source = entrySource(entry, toolNames);
    sources.push(earlier ? { ...source, indexed: yield* cutFrom(entry, earlier) } : source);
  }
  return sources;
}

/** The originals that stand behind overlays: of entries that are gone, and of what was cut out of others. */
export function* sourcesBehind(
  { log }: Pick<Transcript, 'log'>,
  { ranges, entries }: Pick<Overlays, 'ranges' | 'entries'>,
): Steps<{ readonly gone: readonly CondenseSource[]; readonly cut: readonly CondenseSource[] }> {
  const gone: CondenseSource[] = [];
  for (const { fromSeq, toSeq } of ranges) {
    const sources = yield* sourcesOf(log.slice(fromSeq, toSeq), noOverlays());
    for (const source of sources) gone.push(source);
  }
  const cut: CondenseSource[] = [];
  for (const overlay of entries.values()) {
    cut.push(yield* cutSource({ log }, overlay));
    yield;
  }
  return { gone, cut };
}

function entrySource(entry: Entry, toolNames: ReadonlyMap<string, string>): CondenseSource {
  const { message, seq } = entry;
  const calls = toolCallsOf(message);
  const [result] = toolResultsOf(message);
  const toolName = calls[0]?.toolName ?? (result && toolNames.get(result.callId));
  return {
    seq,
    role: message.role,
    text: withMarkers(entry),
    ...(toolName !== undefined && { toolName }),
    ...(calls.length > 0 && { toolArguments: calls.map((call) => call.arguments) }),
  };
}

/** The words of an entry, with `[image]` and `[document]` where those stood [CMP-5]. */
function withMarkers(entry: Entry): string {
  const message = mediaApart(entry.message);
  const markers = message.parts.flatMap((part) =>
    part.type === 'image' || part.type === 'document' ? [`[${part.type}]`] : [],
  );
  return [textOf(message), ...markers].filter((text) => text !== '').join('\n');
}

/** Gives the text that a trim cut out of an entry, so that exact values in it are not lost. */
export function* cutSource(
  { log }: Pick<Transcript, 'log'>,
  overlay: EntryOverlay,
  before?: EntryOverlay,
): Steps<CondenseSource> {
  const entry = log.at(overlay.seq);
  const [result] = toolResultsOf(entry.message);
  const calls = toolCallsOf(log.at(entry.unitStart).message);
  const toolName = calls.find(({ callId }) => callId === result?.callId)?.toolName;
  const indexed = before && (yield* cutFrom(entry, before));
  const source = yield* cutFrom(entry, overlay);
  return { ...source, ...(toolName !== undefined && { toolName }), ...(indexed && { indexed }) };
}

function* cutFrom(entry: Entry, overlay: EntryOverlay): Steps<CondenseSource> {
  if (overlay.kind === 'shortened-calls') return yield* cutArguments(entry, overlay.calls);
  const cut =
    overlay.kind === 'evicted-results'
      ? textOf(mediaApart(entry.message))
      : overlay.trims.map((trim) => cutText(entry, trim)).join('\n');
  return { seq: entry.seq, role: entry.message.role, text: cut };
}

/** The cut pieces as arguments, which they were: their values count as used in a call. */
function* cutArguments(
  { message, seq }: Entry,
  calls: readonly ArgumentsTrim[],
): Steps<CondenseSource> {
  const strings: string[] = [];
  for (const { partIndex, maxCharacters } of calls) {
    const part = message.parts[partIndex];
    if (part?.type !== 'tool-call') continue;
    const cut = yield* cutFromArguments(part.arguments, maxCharacters);
    for (const piece of cut) strings.push(yield* jsonStringOf(piece));
  }
  return { seq, role: message.role, text: '', toolArguments: [`[${strings.join()}]`] };
}

function cutText(
  entry: Entry,
  trim: {
    readonly partIndex: number;
    readonly headCharacters: number;
    readonly tailCharacters: number;
  },
): string {
  const part = mediaApart(entry.message).parts[trim.partIndex];
  if (part?.type !== 'text' && part?.type !== 'tool-result') return '';
  return part.text.slice(trim.headCharacters, part.text.length - trim.tailCharacters);
}

/** The exact values of everything that overlays keep from the context, found in the originals again. */
export function* valuesBehind(transcript: Transcript, overlays: Overlays): Steps<ValueIndex> {
  const { gone, cut } = yield* sourcesBehind(transcript, overlays);
  const sources = [...gone, ...cut].sort((a, b) => a.seq - b.seq);
  const [all = emptyValueIndex] = yield* addingValues([emptyValueIndex], sources);
  return yield* boundedIndex(all);
}
