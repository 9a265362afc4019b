import type { Clock } from '@agent-memory/core';
import { orAbort } from '@agent-memory/core/internal';
import type { ChatReply } from '../chat/chat-reply.ts';
import { watchForSilence } from '../endpoint/watch-for-silence.ts';
import type { Deltas } from './deltas.ts';
import type { EngineRequest, LocalEngine } from './engine.ts';
import { EngineFailure } from './engine-failure.ts';

/** How an engine is waited for. */
export interface EngineWait {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** An answer that gives no sign for so long fails. */
  readonly timeoutMs: number;
  readonly onHeard: () => void;
}

/**
 * One answer of an engine that is loaded.
 *
 * @throws EngineFailure; the signal's reason when it aborts; what a listener of the deltas throws.
 */
export async function askEngine(
  engine: LocalEngine,
  request: EngineRequest,
  deltas: Deltas,
  { signal, clock, timeoutMs, onHeard }: EngineWait,
): Promise<ChatReply> {
  // The engine's own signal: an answer that gives no sign ends it, and so does a listener that throws.
  const controller = new AbortController();
  const passOn = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', passOn);
  if (signal.aborted) passOn();
  const limit = watchForSilence(clock, timeoutMs, (isSilent) => {
    if (isSilent) controller.abort(new EngineFailure({ kind: 'silent', timeoutMs }));
  });
  try {
    const asked = engine.generate(request, {
      signal: controller.signal,
      onDelta: (delta) => {
        if (controller.signal.aborted) return;
        limit.heard();
        onHeard();
        try {
          deltas.tell(delta);
        } catch (error) {
          controller.abort(error);
        }
      },
    });
    const reply = await orAbort(Promise.race([asked, engine.lost]), controller.signal);
    if (reply.text === '' && reply.toolCalls.length === 0) {
      throw new EngineFailure({ kind: 'nothing-said' });
    }
    return reply;
  } finally {
    limit.stop();
    signal.removeEventListener('abort', passOn);
  }
}
