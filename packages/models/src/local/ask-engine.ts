import type { Clock } from '@agent-memory/core';
import { DeadlineError, orAbort, withDeadline } from '@agent-memory/core/internal';
import type { ChatDelta } from '../chat/chat-model.ts';
import type { ChatReply } from '../chat/chat-reply.ts';
import { watchForSilence } from '../endpoint/watch-for-silence.ts';
import { EngineFailure } from '../errors/engine-failure.ts';
import type { Deltas } from './deltas.ts';
import type { EngineRequest, LocalEngine } from './engine.ts';

/** How an engine is waited for. */
export interface EngineWait {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** An answer that gives no sign for so long fails. */
  readonly timeoutMs: number;
  /** Hears each sign of life, also one without a word. */
  readonly onHeard: (delta: ChatDelta) => void;
}

/**
 * How long a request waits for one that was aborted before it: an engine reads its batch to the end, which
 * cannot be interrupted.
 */
const MOST_DRAIN_MS = 60_000;

/** The newest request of an engine, whether anybody still waits for it or not. Its promises never reject. */
const underWay = new WeakMap<LocalEngine, Promise<unknown>>();

/**
 * Whether an engine comes to the end of an aborted request in time; one that does not is of no more use.
 *
 * @throws EngineFailure where the engine is lost during the call; the signal's reason when it aborts.
 */
export async function becomesFree(
  engine: LocalEngine,
  { signal, clock }: Pick<EngineWait, 'signal' | 'clock'>,
): Promise<boolean> {
  const ended = Promise.race([underWay.get(engine), engine.lost]);
  try {
    await withDeadline(() => ended, { limitMs: MOST_DRAIN_MS, clock, signal });
    return true;
  } catch (error) {
    if (error instanceof DeadlineError) return false;
    throw error;
  }
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
        onHeard(delta);
        try {
          deltas.tell(delta);
        } catch (error) {
          controller.abort(error);
        }
      },
    });
    underWay.set(
      engine,
      asked.catch(() => undefined),
    );
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
