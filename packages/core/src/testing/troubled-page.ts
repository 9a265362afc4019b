import type { Clock } from '../ground/platform/clock.ts';
import type { AgentMemory } from '../session/agent-memory.ts';
import { createAgentMemory } from '../session/create-agent-memory.ts';
import { aSimulatedClock } from './simulated-clock.ts';
import type { TroubledTab } from './troubled-disk.ts';

/** The state of a message on its way to the store, as far as anybody can see from outside. */
export type MessageState = 'queued' | 'writing' | 'stored' | 'refused' | 'held' | 'lost';

/** A message that was said, and what its page was told of it so far. */
export interface Said {
  readonly id: string;
  /** The page that said it. */
  readonly page: TroubledPage;
  answer: 'none' | 'durable' | 'not durable' | 'rejected';
  /** Whether it was in the conversation when its page was told. */
  isKept: boolean;
  /** The ids before it and its own, as the page showed them when it was told. */
  path: readonly string[];
}

/** A page in a tab, with a clock of its own. A page that was killed neither hears nor does anything. */
export class TroubledPage {
  readonly memory: AgentMemory;
  readonly tab: TroubledTab;
  readonly #clock = aSimulatedClock();
  /** Every degradation that it ever showed. */
  readonly told = new Set<string>();
  /** Calls of the app that have not settled. */
  pending = 0;
  isKilled = false;
  isFrozen = false;
  #activity = 0;

  constructor(tab: TroubledTab, whenNotStored: 'keep' | 'reject' = 'keep') {
    this.tab = tab;
    const clock: Clock = {
      nowMs: this.#clock.nowMs,
      startTimer: (callback, delayMs) => {
        const ring = () => {
          this.#activity += 1;
          callback();
        };
        return this.#clock.startTimer?.(ring, delayMs) ?? (() => undefined);
      },
    };
    let ids = 0;
    const createId = () => {
      ids += 1;
      return `made-${ids}`;
    };
    const options = { id: 'trip', contextWindow: 32_000, store: tab, whenNotStored };
    this.memory = createAgentMemory({ ...options, clock, createId });
    this.memory.subscribe(() => {
      this.#activity += 1;
      for (const { code } of this.memory.getState().degraded) this.told.add(code);
    });
    this.call(this.memory.ready);
  }

  /** Rises with all that happens in it. */
  get activity(): number {
    return this.#activity;
  }

  get owed(): number {
    return this.memory.getState().store.owed;
  }

  /** Says messages in one call, behind the head or behind an entry. */
  say(ids: readonly string[], after?: string | null): readonly Said[] {
    const said = ids.map(
      (id): Said => ({ id, page: this, answer: 'none', isKept: false, path: [] }),
    );
    const messages = ids.map((id) => ({ id, role: 'user' as const, content: id }));
    const call = this.memory.append(messages, after === undefined ? {} : { after });
    const answered = call.then(
      (entries) => {
        for (const [at, each] of said.entries()) {
          each.answer = entries[at]?.durable ? 'durable' : 'not durable';
          each.isKept = true;
          each.path = this.#pathTo(entries[at]?.id);
        }
      },
      () => {
        for (const each of said) {
          each.answer = 'rejected';
          each.isKept = this.memory.entry(each.id) !== undefined;
          each.path = this.#pathTo(each.id);
        }
      },
    );
    this.call(answered);
    return said;
  }

  /** A call of the app that nobody waits for. */
  call(work: Promise<unknown>): void {
    this.pending += 1;
    const settle = () => {
      this.#activity += 1;
      this.pending -= 1;
    };
    work.then(settle, settle);
  }

  /** The browser ends it, in the middle of whatever it does. */
  kill(): void {
    this.tab.have('dead');
    this.isKilled = true;
  }

  /** Neither its clock goes on nor is it told of anything. */
  freeze(): void {
    this.tab.have('unanswered');
    this.isFrozen = true;
  }

  heal(): void {
    if (this.isKilled) return;
    this.isFrozen = false;
    this.tab.have('none');
  }

  /** Time passes for it. */
  pass(ms: number): void {
    if (!this.isKilled && !this.isFrozen) this.#clock.advance(ms);
  }

  /** The ids up to an entry, the first one first. */
  #pathTo(id: string | undefined): readonly string[] {
    const path: string[] = [];
    let entry = id === undefined ? undefined : this.memory.entry(id);
    while (entry) {
      path.unshift(entry.id);
      entry = entry.parentId === null ? undefined : this.memory.entry(entry.parentId);
    }
    return path;
  }
}

/** The state of a message, given the page that may hold it now, and the ids that are stored. */
export function stateOf(
  { id, page: by, answer }: Said,
  page: TroubledPage,
  stored: ReadonlySet<string>,
): MessageState {
  const isWaiting = answer === 'none' && page === by;
  if (isWaiting) return page.tab.isGiven(id) ? 'writing' : 'queued';
  const isHeld = page.owed > 0 && page.memory.entry(id) !== undefined;
  if (!isHeld) return stored.has(id) ? 'stored' : 'lost';
  return answer === 'rejected' && page === by ? 'refused' : 'held';
}

/** Lets everything happen that can without time passing: until nothing has for several turns. */
export async function settled(
  activityOf: () => number,
  turn: () => Promise<unknown>,
  quietTurns = 6,
): Promise<void> {
  let seen = activityOf();
  for (let quiet = 0; quiet < quietTurns; quiet += 1) {
    await turn();
    if (activityOf() !== seen) quiet = -1;
    seen = activityOf();
  }
}

/**
 * Time passes for pages, and what its timers begin comes to its end before more of it does.
 *
 * @param stepMs timers that ring in one step ring in one task: those of a page in the background do.
 */
export async function timePasses(
  pages: readonly TroubledPage[],
  ms: number,
  rest: () => Promise<void>,
  stepMs = 50,
): Promise<void> {
  const activity = () => pages.reduce((sum, page) => sum + page.activity, 0);
  await rest();
  for (let passed = 0; passed < ms; passed += stepMs) {
    const before = activity();
    for (const page of pages) page.pass(stepMs);
    if (activity() !== before) await rest();
  }
}
