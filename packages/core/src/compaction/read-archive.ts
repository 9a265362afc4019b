import type { Summary } from '../condense/summarizer.ts';
import { type IndexedValue, likeliestFirst } from '../condense/value-index.ts';
import { valuesInText } from '../condense/values-in-text.ts';
import { type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import { textOf, toolCallsOf } from '../message/message.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { condensedMessage } from '../view/overlaid-message.ts';
import type { Overlays } from '../view/overlay.ts';
import { layingOut, unitsOf, type View } from '../view/view.ts';
import type { ToolHints } from './policies/tool-hints.ts';
import { findingReplaced } from './replaced-values.ts';

/** Where an exact value of what left stands now. */
type ArchivedValueState =
  /** In the text that stands for what left. */
  | 'sent'
  /** In a message of the context, so that it needs no place of its own. */
  | 'in-view'
  /** Kept, and not sent: a newer result of the same call has another in its place. */
  | 'replaced'
  /** Kept, and sent when there is room for it or it ranks higher. */
  | 'no-room';

/** One exact value of what left the view. */
interface ArchivedValue extends Omit<IndexedValue, 'label' | 'company' | 'resultSeq'> {
  readonly state: ArchivedValueState;
}

/** The text that is sent for everything that left the view, and all that is kept for it. */
export interface ArchivedContext {
  readonly id: string;
  /** As it is sent; '' where there was no room. */
  readonly text: string;
  readonly tokens: number;
  readonly summary?: Summary;
  /** Every value that is kept, those most likely to be needed again first. */
  readonly values: readonly ArchivedValue[];
  readonly coveredEntries: number;
  readonly coveredTokens: number;
}

/** The text and values that stand for everything that left, for a person to look at; `undefined` while nothing left. */
export function* readingArchive(
  transcript: Transcript,
  overlays: Overlays,
  measurer: Measurer,
  hints?: ToolHints,
): Steps<ArchivedContext | undefined> {
  const { condensed } = overlays;
  if (!condensed) return undefined;
  const { id, text, summary, values, coveredEntries, coveredTokens } = condensed;
  const shown = yield* readableText(yield* layingOut(transcript, overlays, measurer));
  const texts = values.values.map((value) => value.text);
  const sent = yield* valuesInText(text, texts);
  const inView = yield* valuesInText(shown, texts);
  const replaced = yield* findingReplaced(values, transcript, hints);
  const next = yield* likeliestFirst(values, shown);
  const archived: ArchivedValue[] = [];
  for (let value = next(); value; value = next()) {
    yield;
    const { label: _, company: __, resultSeq: ___, ...kept } = value;
    const absent = replaced.has(kept.text) ? 'replaced' : 'no-room';
    const state = sent.has(kept.text) ? 'sent' : inView.has(kept.text) ? 'in-view' : absent;
    archived.push({ ...kept, state });
  }
  return {
    id,
    text,
    tokens: text === '' ? 0 : measurer.message(condensedMessage(condensed)).value,
    ...(summary && { summary }),
    values: archived,
    coveredEntries,
    coveredTokens,
  };
}

/** Everything that stays readable in the view, system messages included. */
export function* readableText(view: View): Steps<string> {
  const texts: string[] = [];
  for (const [index, unit] of unitsOf(view).entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    for (const { message } of unit.members) {
      texts.push(textOf(message));
      for (const call of toolCallsOf(message)) texts.push(call.arguments);
    }
  }
  return texts.join('\n');
}
