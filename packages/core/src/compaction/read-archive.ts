import { likeliestFirst } from '../condense/value-index.ts';
import { valuesInText } from '../condense/values-in-text.ts';
import { textOf, toolCallsOf } from '../message/message.ts';
import { runToEnd, type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { condensedMessage } from '../view/overlaid-message.ts';
import type { Overlays } from '../view/overlay.ts';
import { layingOut, unitsOf, type View } from '../view/view.ts';
import type { ArchivedContext, ArchivedValue } from './archived-context.ts';

/** The text and values that stand for everything that left, for a person to look at; `undefined` while nothing left. */
export function readArchive(
  transcript: Transcript,
  overlays: Overlays,
  measurer: Measurer,
): ArchivedContext | undefined {
  return runToEnd(readingArchive(transcript, overlays, measurer));
}

/** The same in steps. */
export function* readingArchive(
  transcript: Transcript,
  overlays: Overlays,
  measurer: Measurer,
): Steps<ArchivedContext | undefined> {
  const { condensed } = overlays;
  if (!condensed) return undefined;
  const { id, text, summary, values, coveredEntries, coveredTokens } = condensed;
  const shown = yield* readableText(yield* layingOut(transcript, overlays, measurer));
  const texts = values.values.map((value) => value.text);
  const sent = yield* valuesInText(text, texts);
  const inView = yield* valuesInText(shown, texts);
  const next = yield* likeliestFirst(values, shown);
  const archived: ArchivedValue[] = [];
  for (let value = next(); value; value = next()) {
    yield;
    const { text: words, kind, uses, lastSeq, fromArguments, fromUser } = value;
    const state = sent.has(words) ? 'sent' : inView.has(words) ? 'in-view' : 'no-room';
    archived.push({ text: words, kind, uses, lastSeq, fromArguments, fromUser, state });
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
