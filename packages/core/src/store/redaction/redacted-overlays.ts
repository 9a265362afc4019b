import { shortenedArguments } from '../../compaction/shorten.ts';
import type { IndexedValue } from '../../condense/value-index.ts';
import type { ArgumentsTrim, Condensed, EntryOverlay, Overlays } from '../../view/overlay.ts';
import { type DerivedRules, withDerived, withDerivedFields } from './derived-rules.ts';
import { withJson } from './redacted-values.ts';

/** Overlays with every text in them redacted. */
export function withOverlays(overlays: Overlays, rules: DerivedRules): Overlays {
  const { ranges, entries, condensed } = overlays;
  return {
    ...overlays,
    ranges: withDerivedFields(ranges, rules),
    entries: new Map([...entries].map(([seq, entry]) => [seq, withOverlay(entry, rules)])),
    ...(condensed && { condensed: withCondensed(condensed, rules) }),
  };
}

/** The overlay of one entry. */
export function withOverlay(given: EntryOverlay, rules: DerivedRules): EntryOverlay {
  const overlay = withDerivedFields(given, rules);
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
  return rules.taken(withJson(call.arguments, rules.redact));
}

function withCondensed({ values, ...texts }: Condensed, rules: DerivedRules): Condensed {
  return {
    ...withDerivedFields(texts, rules),
    values: { ...values, values: withValues(values.values, rules) },
  };
}

/**
 * A value that is not as it was is not one any more: what is kept has to be exact. One that is taken out only
 * beside its label (`password: hunter2`) goes too; a label that is taken out goes alone.
 */
function withValues(values: readonly IndexedValue[], rules: DerivedRules): readonly IndexedValue[] {
  const stays = (text: string) => withDerived(text, rules) === text;
  return values.flatMap((value) => {
    const { label, ...bare } = value;
    if (!stays(value.text)) return [];
    if (!label) return [value];
    if (!stays(label.text)) return [bare];
    return stays(`${label.text}: ${value.text}`) ? [value] : [];
  });
}
