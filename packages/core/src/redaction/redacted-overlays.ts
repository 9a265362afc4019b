import { shortenedArguments } from '../compaction/shortening/shorten-arguments.ts';
import type { Summary } from '../condense/summarizer.ts';
import type { IndexedValue } from '../condense/value-index.ts';
import type {
  ArgumentsTrim,
  Condensed,
  EntryOverlay,
  Overlays,
  RangeOverlay,
} from '../view/overlay.ts';
import type { OverlayReason } from '../view/overlay-reason.ts';
import type { PastCondensed } from '../view/overlays-delta.ts';
import { type DerivedRules, withDerived } from './derived-rules.ts';
import { withJson } from './redacted-values.ts';

/** Overlays with every text in them redacted. */
export function withOverlays(overlays: Overlays, rules: DerivedRules): Overlays {
  const { entries, condensed, ranges } = overlays;
  return {
    ...overlays,
    ranges: ranges.map((range) => withRange(range, rules)),
    entries: new Map([...entries].map(([seq, entry]) => [seq, withOverlay(entry, rules)])),
    ...(condensed && { condensed: withCondensed(condensed, rules) }),
  };
}

/** The overlay of entries that left. */
export function withRange(range: RangeOverlay, rules: DerivedRules): RangeOverlay {
  return range.why ? { ...range, why: withReason(range.why, rules) } : range;
}

/** The words of a reason are a policy's or a stage's of the caller, which may have read the originals. */
function withReason(why: OverlayReason, rules: DerivedRules): OverlayReason {
  const { sentence, remedy } = why;
  if (sentence === undefined && remedy === undefined) return why;
  return {
    ...why,
    ...(sentence !== undefined && { sentence: withDerived(sentence, rules) }),
    ...(remedy !== undefined && { remedy: withDerived(remedy, rules) }),
  };
}

/** The overlay of one entry. */
export function withOverlay(given: EntryOverlay, rules: DerivedRules): EntryOverlay {
  const overlay = given.why ? { ...given, why: withReason(given.why, rules) } : given;
  if (overlay.kind !== 'shortened-calls') return overlay;
  const calls = overlay.calls.map((call) => ({
    ...call,
    arguments: shortenedAnew(call, overlay.seq, rules),
  }));
  return { ...overlay, calls };
}

/** Cut from what is stored of the call, so that no cut goes through what is taken out. */
function shortenedAnew(call: ArgumentsTrim, seq: number, rules: DerivedRules): string {
  const { partIndex, maxCharacters, recall } = call;
  for (const { message } of rules.originals(seq)) {
    const part = message.parts[partIndex];
    if (part?.type !== 'tool-call') continue;
    if (shortenedArguments(part.arguments, maxCharacters, seq, recall) !== call.arguments) continue;
    return shortenedArguments(withJson(part.arguments, rules.redact), maxCharacters, seq, recall);
  }
  return rules.taken.without(withJson(call.arguments, rules.redact));
}

function withCondensed(condensed: Condensed, rules: DerivedRules): Condensed {
  const { values } = condensed;
  return {
    ...withCondensedTexts(condensed, rules),
    values: { ...values, values: withValues(values.values, rules) },
  };
}

/** A condensed text and its summary; the values it was made from stay as they are. */
export function withCondensedTexts<Text extends PastCondensed>(
  condensed: Text,
  rules: DerivedRules,
): Text {
  const { text, summary } = condensed;
  return {
    ...condensed,
    text: withDerived(text, rules),
    ...(summary && { summary: withSummary(summary, rules) }),
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

/**
 * A value that is not as it was is none any more: what is kept has to be exact. One that is taken out only
 * beside its label (`password: hunter2`) goes too; a label that is taken out goes alone.
 */
function withValues(values: readonly IndexedValue[], rules: DerivedRules): readonly IndexedValue[] {
  const stays = (text: string) => withDerived(text, rules) === text;
  return values.flatMap((value) => {
    const { labels, ...bare } = value;
    if (!stays(value.text)) return [];
    if (!labels) return [value];
    const kept = labels.filter(({ text }) => stays(text));
    if (kept.some((label) => !stays(`${label.text}: ${value.text}`))) return [];
    return kept.length === labels.length
      ? [value]
      : [kept.length > 0 ? { ...bare, labels: kept } : bare];
  });
}
