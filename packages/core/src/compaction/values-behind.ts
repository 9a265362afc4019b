import {
  boundedIndex,
  emptyValueIndex,
  everyValue,
  type ValueIndex,
  valuesOfSources,
} from '../condense/value-index.ts';
import type { Steps } from '../platform/steps.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { Overlays } from '../view/overlay.ts';
import { sourcesBehind } from './sources.ts';

/** The exact values of everything that overlays keep from the context, found in the originals again. */
export function* valuesBehind(transcript: Transcript, overlays: Overlays): Steps<ValueIndex> {
  const { gone, cut } = yield* sourcesBehind(transcript, overlays);
  const sources = [...gone, ...cut].sort((a, b) => a.seq - b.seq);
  return yield* boundedIndex(yield* everyValue(emptyValueIndex, yield* valuesOfSources(sources)));
}
