import { type AgentMemoryError, SessionClosedError } from '../ground/errors/errors.ts';
import type { AbortSignalLike } from '../ground/platform/abort.ts';
import { orAbort, throwIfAborted } from '../ground/platform/abort.ts';
import type { AnswerDrafts } from './append/answer-drafts.ts';
import { type IsSameMessage, messageComparison } from './append/same-message.ts';
import type { EffectRunner } from './store/effect-runner.ts';
import type { OtherTabs } from './store/other-tabs.ts';
import type { StoreAccess } from './stored-session.ts';

/** The result of loading a session. */
export interface Loaded<Pad> {
  /** The error that keeps the session from doing anything. */
  readonly fault: AgentMemoryError | undefined;
  /** The way to the store; `undefined` where there is none, or the code for it is not here yet. */
  access(): StoreAccess<Pad> | undefined;
}

/**
 * Whether a session is loaded, and whether it has ended. What it is asked waits for the one, and is
 * refused by the other. Loading begins with the first call that waits for it.
 */
export class Lifecycle<Pad> {
  readonly #id: string;
  readonly #runner: EffectRunner<Pad>;
  readonly #load: () => Promise<void>;
  #loading: Promise<void> | undefined;
  #loaded: Loaded<Pad> | undefined;
  #isDisposed = false;

  /** @param load never rejects, and calls `opened`. */
  constructor(id: string, runner: EffectRunner<Pad>, load: () => Promise<void>) {
    this.#id = id;
    this.#runner = runner;
    this.#load = load;
  }

  /** The other tabs on the session; absent while there can be none. */
  get tabs(): OtherTabs<Pad> | undefined {
    return this.#loaded?.access()?.tabs;
  }

  /** The answers on their way; absent without a store. */
  get drafts(): AnswerDrafts<Pad> | undefined {
    return this.#loaded?.access()?.drafts;
  }

  opened(loaded: Loaded<Pad>): void {
    this.#loaded = loaded;
  }

  /** Loads the stored session, once. Never rejects. */
  ready(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Resolves when the session is loaded. @throws what keeps it from doing anything. */
  async open(signal?: AbortSignalLike): Promise<void> {
    this.refuseDisposed();
    throwIfAborted(signal);
    await orAbort(this.ready(), signal);
    this.refuseDisposed();
    if (this.#loaded?.fault) throw this.#loaded.fault;
  }

  /** Resolves when all of the session is loaded. @throws what keeps it from doing anything, or hinders it. */
  async whole(signal?: AbortSignalLike): Promise<void> {
    await this.open(signal);
    await this.older(signal);
  }

  /** Waits for what the session was opened without. */
  async older(signal?: AbortSignalLike): Promise<void> {
    await orAbort(this.#runner.whole(), signal);
    this.refuseDisposed();
  }

  /** Tells whether an entry shows what was read, or what storing leaves of it. */
  async messageComparison(): Promise<IsSameMessage> {
    return this.#loaded?.access()?.messageComparison() ?? messageComparison();
  }

  /** @throws SessionClosedError once the session is disposed. */
  refuseDisposed(): void {
    if (this.#isDisposed) throw new SessionClosedError(this.#id);
  }

  /** From now on the session is refused; resolves when what was begun of its loading has ended. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#loading;
  }
}
