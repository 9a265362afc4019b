import { errorText, onLifeLockFreed } from '@agent-memory/core/internal';
import type { LocalFailure } from '@agent-memory/models';
import { EngineFailure } from '@agent-memory/models/local';
import type { PageMessage, WorkerMessage } from '../worker/protocol.ts';
import { Rejection } from './rejection.ts';

/** The messages that end a call well. */
type Answer = Extract<WorkerMessage, { readonly kind: 'found' | 'loaded' | 'reply' }>;
/** The call that gets each answer. */
interface AnswerOf {
  readonly find: 'found';
  readonly load: 'loaded';
  readonly generate: 'reply';
}
type CallKind = keyof AnswerOf;
type AnswerTo<Kind extends CallKind> = Extract<Answer, { readonly kind: AnswerOf[Kind] }>;

interface Call {
  readonly onNews: (news: WorkerMessage) => void;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The line to one worker.
 *
 * - It carries one call at a time.
 * - A worker that ends is noticed, however it ended: by its own fault, killed, or for lack of memory.
 * - After its end nothing is heard of it any more, and a call that was under way has rejected.
 */
export class WorkerLine {
  readonly #lost = new Rejection();
  readonly #worker: Worker;
  #stopWatching: (() => void) | undefined;
  #call: Call | undefined;
  #end: LocalFailure | undefined;

  /** @throws EngineFailure of kind `engine-lost` if the worker cannot be made. */
  constructor(createWorker: () => Worker) {
    this.#worker = made(createWorker);
    this.#worker.addEventListener('message', ({ data }) => this.#hear(data));
    this.#worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.lose(engineLost(event.message || 'Its script could not be loaded or run.'));
    });
    this.#worker.addEventListener('messageerror', () =>
      this.lose(engineLost('It sent something that cannot be read.')),
    );
  }

  /** Rejects with EngineFailure when the worker, or its graphics device, ends by itself. */
  get lost(): Promise<never> {
    return this.#lost.promise;
  }

  /** @throws EngineFailure */
  call<Kind extends CallKind>(
    message: Extract<PageMessage, { readonly kind: Kind }>,
    onNews: (news: WorkerMessage) => void = () => undefined,
  ): Promise<AnswerTo<Kind>> {
    if (this.#end) return Promise.reject(new EngineFailure(this.#end));
    return new Promise((resolve, reject) => {
      this.#call = {
        onNews,
        // The worker answers each kind of call with its own kind of message.
        resolve: (answer) => resolve(answer as AnswerTo<Kind>),
        reject,
      };
      try {
        this.#worker.postMessage(message);
      } catch (error) {
        this.#call = undefined;
        const problem = `The request could not be sent to the worker: ${errorText(error)}`;
        reject(new EngineFailure({ kind: 'run-failed', problem }, { cause: error }));
      }
    });
  }

  interrupt(): void {
    this.#worker.postMessage({ kind: 'interrupt' } satisfies PageMessage);
  }

  /** Ends the worker for the page's own reason; what is under way rejects with it. */
  end(failure: LocalFailure): void {
    if (this.#end) return;
    this.#end = failure;
    this.#stopWatching?.();
    this.#worker.terminate();
    this.#settle()?.reject(new EngineFailure(failure));
  }

  /** Ends it for a reason that nobody on the page gave. */
  lose(failure: LocalFailure): void {
    if (this.#end) return;
    this.#lost.reject(new EngineFailure(failure));
    this.end(failure);
  }

  #hear(message: WorkerMessage): void {
    if (this.#end) return;
    switch (message.kind) {
      case 'running':
        this.#watch(message.lockName);
        break;
      case 'lost':
        this.lose(message.failure);
        break;
      case 'failed':
        this.#settle()?.reject(new EngineFailure(message.failure));
        break;
      case 'found':
      case 'loaded':
      case 'reply':
        this.#settle()?.resolve(message);
        break;
      case 'progress':
      case 'delta':
        this.#call?.onNews(message);
        break;
      default:
        // A worker of the app's own may send messages of its own.
        message satisfies never;
    }
  }

  /** A worker that is killed gives no event, but lets go of its lock. */
  #watch(lockName: string): void {
    this.#stopWatching = onLifeLockFreed(lockName, () =>
      this.lose(engineLost('Its worker ended.')),
    );
  }

  #settle(): Call | undefined {
    const call = this.#call;
    this.#call = undefined;
    return call;
  }
}

function made(createWorker: () => Worker): Worker {
  try {
    return createWorker();
  } catch (error) {
    throw new EngineFailure(engineLost(errorText(error)), { cause: error });
  }
}

function engineLost(problem: string): LocalFailure {
  return { kind: 'engine-lost', problem };
}
