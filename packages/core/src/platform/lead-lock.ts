import { createAbort } from './create-abort.ts';
import { locksOfPlatform, type WaitingLocks } from './lock-in-turn.ts';
import { type PageLife, pagesOfPlatform, watchStandstill } from './page-standstill.ts';

/**
 * The one among several tabs that does their common work: whoever holds a lock. The next one takes over
 * when it closes, lets go, or is frozen. Where there are no locks everybody leads.
 */
export class LeadLock {
  readonly #name: string;
  readonly #locks: WaitingLocks | null;
  readonly #stopWatching: () => void;
  #request: { leads: boolean; end(): void } | undefined;
  #isDenied = false;

  constructor(
    name: string,
    locks: WaitingLocks | null = locksOfPlatform(),
    pages: readonly PageLife[] = pagesOfPlatform(),
  ) {
    this.#name = name;
    this.#locks = locks;
    this.#stopWatching = watchStandstill(
      { onStill: () => this.#letGo(), onAgain: () => this.#stand() },
      pages,
    );
    this.#stand();
  }

  get leads(): boolean {
    return this.#locks === null || this.#isDenied || this.#request?.leads === true;
  }

  /** Lets go for good. */
  close(): void {
    this.#stopWatching();
    this.#letGo();
  }

  /** Leads as soon as nobody else does. */
  #stand(): void {
    if (this.#locks === null || this.#request) return;
    const waiting = createAbort();
    let letGo = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const request = {
      leads: false,
      end() {
        request.leads = false;
        letGo();
        waiting.abort(new Error('This tab does not stand for it any longer.'));
      },
    };
    this.#request = request;
    const held = (): Promise<void> => {
      request.leads = this.#request === request;
      return released;
    };
    this.#locks.request(this.#name, { signal: waiting.signal }, held).catch(() => {
      // Denied, unless this tab has let go.
      if (this.#request === request) this.#isDenied = true;
    });
  }

  #letGo(): void {
    const request = this.#request;
    this.#request = undefined;
    request?.end();
  }
}
