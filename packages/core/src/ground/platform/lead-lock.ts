import { createAbort } from './create-abort.ts';
import { type Locks, locksOfPlatform } from './locks.ts';
import { type PageLife, pagesOfPlatform, watchStandstill } from './page-standstill.ts';

interface LeadLockOptions {
  /** Told whenever the lead is taken or lost, and not of how it stands at first. */
  readonly onChange?: () => void;
  /** The platform's unless told otherwise; `null`: there are none. */
  readonly locks?: Locks | null;
  readonly pages?: readonly PageLife[];
}

/**
 * The one among several tabs that does their common work: anyone who holds a lock. The next one takes over
 * when it closes, lets go, or is frozen. Where there are no locks everybody leads.
 */
export class LeadLock {
  readonly #name: string;
  readonly #onChange: () => void;
  readonly #locks: Locks | null;
  readonly #stopWatching: () => void;
  #request: { leads: boolean; end(): void } | undefined;
  #isDenied = false;

  constructor(
    name: string,
    {
      onChange = () => undefined,
      locks = locksOfPlatform(),
      pages = pagesOfPlatform(),
    }: LeadLockOptions = {},
  ) {
    this.#name = name;
    this.#onChange = onChange;
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
      if (request.leads) this.#onChange();
      return released;
    };
    this.#locks.request(this.#name, { signal: waiting.signal }, held).catch(() => {
      // Denied, unless this tab has let go.
      if (this.#request !== request) return;
      this.#isDenied = true;
      this.#onChange();
    });
  }

  #letGo(): void {
    const request = this.#request;
    const { leads } = this;
    this.#request = undefined;
    request?.end();
    if (this.leads !== leads) this.#onChange();
  }
}
