import type { Message } from '../message/message.ts';
import { createMeasurer } from '../tokens/measurer.ts';
import { appended, emptyTranscript, type Transcript } from '../transcript/transcript.ts';
import { START_MS } from './builders.ts';
import { simpleCounter } from './simple-counter.ts';

/** Measures by `simpleCounter`: four characters a token. */
export const simpleMeasurer = createMeasurer(simpleCounter);

/** A transcript of these messages, measured; the entries are named `e-0`, `e-1` and so on. */
export function aTranscript(messages: readonly Message[]): Transcript {
  return messages.reduce(withMessage, emptyTranscript());
}

/** The transcript with one more message. */
function withMessage(transcript: Transcript, message: Message): Transcript {
  return appended(transcript, {
    id: `e-${transcript.length}`,
    createdAtMs: START_MS + transcript.length * 1000,
    message,
    tokens: simpleMeasurer.message(message),
  });
}
