import type { SessionSnapshot } from '../state/snapshot.ts';
import { headIdOf } from '../transcript/transcript.ts';
import type { SessionStanding } from './feature.ts';

/** The part of a snapshot that features are told. */
export function standingOf({
  phase,
  transcript,
  scratchpad,
  breaker,
  history,
}: SessionSnapshot<unknown>): SessionStanding {
  const { overlayVersion, nextIndex: historyIndex, calls: call } = history;
  const isLoaded = phase === 'ready' && transcript.log.unloaded === 0;
  const headId = headIdOf(transcript);
  return { isLoaded, headId, scratchpad, breaker, overlayVersion, historyIndex, call };
}
