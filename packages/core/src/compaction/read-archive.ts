import { likeliestFirst } from '../condense/value-index.ts';
import { textOf, toolCallsOf } from '../message/message.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { condensedMessage } from '../view/overlaid-message.ts';
import type { Overlays } from '../view/overlay.ts';
import { unitsOf, type View, viewOf } from '../view/view.ts';
import type { ArchivedContext, ArchivedValueState } from './archived-context.ts';

/** What stands for everything that left, for a person to look at; `undefined` while nothing left. */
export function readArchive(
  transcript: Transcript,
  overlays: Overlays,
  measurer: Measurer,
): ArchivedContext | undefined {
  const { condensed } = overlays;
  if (!condensed) return undefined;
  const { id, text, summary, values, coveredEntries, coveredTokens } = condensed;
  const shown = readableText(viewOf(transcript, overlays, measurer));
  const stateOf = (value: string): ArchivedValueState => {
    if (text.includes(value)) return 'sent';
    return shown.includes(value) ? 'in-view' : 'no-room';
  };
  return {
    id,
    text,
    tokens: text === '' ? 0 : measurer.message(condensedMessage(condensed)).value,
    ...(summary && { summary }),
    values: likeliestFirst(values, shown).map(
      ({ text: value, kind, uses, lastSeq, fromArguments, fromUser }) => ({
        text: value,
        kind,
        uses,
        lastSeq,
        fromArguments,
        fromUser,
        state: stateOf(value),
      }),
    ),
    coveredEntries,
    coveredTokens,
  };
}

/** Everything that stays readable in the view, system messages included. */
export function readableText(view: View): string {
  const texts: string[] = [];
  for (const unit of unitsOf(view)) {
    for (const { message } of unit.members) {
      texts.push(textOf(message));
      for (const call of toolCallsOf(message)) texts.push(call.arguments);
    }
  }
  return texts.join('\n');
}
