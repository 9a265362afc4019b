import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { StoredSession } from '../store/memory-store.ts';
import { checkTree } from '../store/stored-transcript.ts';
import {
  aTroubledDisk,
  EVERYTHING,
  type Gone,
  type TroubledTab,
} from '../testing/troubled-disk.ts';
import { type Said, settled, TroubledPage, timePasses } from '../testing/troubled-page.ts';

const RUNS = { numRuns: 40, seed: 20261129 };

type Act =
  | { readonly kind: 'say'; readonly at: number; readonly count: number }
  | { readonly kind: 'edit' | 'move'; readonly at: number; readonly entry: number }
  | {
      readonly kind: 'trouble';
      readonly at: number;
      readonly trouble: Parameters<TroubledTab['have']>[0];
    }
  | {
      readonly kind: 'freeze' | 'heal' | 'kill' | 'close' | 'reload' | 'write-back' | 'assemble';
      readonly at: number;
    }
  | { readonly kind: 'lose'; readonly commits: number }
  | { readonly kind: 'pass'; readonly ms: number; readonly stepMs: number }
  | { readonly kind: 'clear' }
  | { readonly kind: 'rest' };

const PAGES = 2;
const at = fc.nat(PAGES - 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      at,
      count: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('edit', 'move'), at, entry: fc.nat(6) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('trouble' as const),
      at,
      trouble: fc.constantFrom(
        ...(['full', 'gone', 'busy', 'late', 'unanswered', 'answer-lost', 'garbage'] as const),
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('freeze', 'kill', 'close', 'reload', 'write-back', 'assemble'),
      at,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('heal' as const), at }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('lose' as const),
      commits: fc.constantFrom(1, 2, EVERYTHING),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'clear' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.constantFrom(1_000, 5_000, 60_000),
      stepMs: fc.constantFrom(50, 1_000),
    }),
  },
  { weight: 6, arbitrary: fc.constant({ kind: 'rest' as const }) },
);

const say = (tab: number) => ({ kind: 'say', at: tab, count: 1 }) as const;
const have = (tab: number, trouble: Parameters<TroubledTab['have']>[0]) =>
  ({ kind: 'trouble', at: tab, trouble }) as const;
const pass = (ms: number, stepMs = 50) => ({ kind: 'pass', ms, stepMs }) as const;
const rest = { kind: 'rest' } as const;

/** Sequences that failed once. */
const EXAMPLES: readonly (readonly Act[])[] = [
  // A message was stored twice.
  [{ kind: 'edit', at: 0, entry: 0 }, have(0, 'late'), have(1, 'answer-lost'), say(1), rest],
  // Two writers wrote for one page.
  [have(0, 'busy'), say(0), pass(60_000, 1_000), pass(1_000), say(1)],
  [have(0, 'late'), say(0), pass(60_000, 1_000), say(1), pass(1_000), have(0, 'full')],
  // The browser's loss was taken for a deletion.
  [
    ...[say(0), pass(1_000), have(1, 'full'), { kind: 'lose', commits: 1 } as const, say(1)],
    ...[pass(1_000), { kind: 'close', at: 1 } as const],
  ],
  // So was a session that another tab had just begun.
  [have(0, 'gone'), have(1, 'full'), say(1), pass(1_000), { kind: 'close', at: 1 }, say(0)],
  // What another tab was before ended with its page.
  [
    ...[say(0), have(0, 'full'), pass(1_000), say(1), have(0, 'unanswered'), rest],
    ...[{ kind: 'close', at: 0 } as const, have(0, 'full')],
  ],
  // A message was taken for the stored one in its place.
  [
    ...[have(1, 'late'), say(0), pass(60_000), { kind: 'reload', at: 1 } as const],
    ...[{ kind: 'heal', at: 0 } as const, say(1)],
  ],
];

/** A place where the session is open: a tab, and the pages in it one after another. */
interface Slot {
  tab: TroubledTab;
  page: TroubledPage;
  /** Pages of it that were killed: what they held is gone with them. */
  kills: number;
}

interface Word extends Said {
  readonly slot: Slot;
  readonly kills: number;
  /** How often data had been cleared when it was said. */
  readonly clears: number;
}

/** Words that were stored and are gone. */
interface Loss extends Gone {
  /** Somebody wanted the data gone; a page that shows it says so, and no other one can. */
  isMeant: boolean;
  /** The pages that were open. */
  readonly pages: readonly TroubledPage[];
}

/** Two tabs with a session on one disk: what was said, what happened, and what is there. */
class Life {
  readonly disk = aTroubledDisk();
  readonly slots: Slot[] = Array.from({ length: PAGES }, () => this.#open());
  readonly words: Word[] = [];
  readonly losses: Loss[] = [];
  clears = 0;
  /** What pages told since the last loss. */
  readonly told = new Set<string>();
  /** Pages that were killed, or ended. */
  readonly #gone: TroubledPage[] = [];
  #count = 0;

  #open(tab = this.disk.tab(), kills = 0): Slot {
    return { tab, page: new TroubledPage(tab), kills };
  }

  async rest(): Promise<void> {
    const pages = () => [...this.slots.map(({ page }) => page), ...this.#gone];
    const activity = () => pages().reduce((sum, page) => sum + page.activity, this.disk.activity);
    await settled(activity, () => setImmediate());
    for (const { page } of this.slots) for (const code of page.told) this.told.add(code);
  }

  async pass(ms: number, stepMs?: number): Promise<void> {
    const pages = this.slots.map(({ page }) => page);
    await timePasses(pages, ms, () => this.rest(), stepMs);
  }

  /** So many minutes in which nothing is wrong. */
  async heal(): Promise<void> {
    for (const { page } of this.slots) page.heal();
    await this.rest();
    for (let minutes = 0; minutes < 2; minutes += 1) {
      for (const { page } of this.slots) page.call(page.memory.reload());
      await this.rest();
      await this.pass(65_000);
    }
  }

  async do(each: Act): Promise<void> {
    const slot = this.slots['at' in each ? each.at : 0] as Slot;
    const { page } = slot;
    const { memory } = page;
    // Nobody does anything in a page that is frozen, and it may be killed or thawed.
    if ('at' in each && page.isFrozen && each.kind !== 'heal' && each.kind !== 'kill') return;
    switch (each.kind) {
      case 'say':
        return this.#say(slot, each.count);
      case 'edit':
        return this.#say(slot, 1, idAt(page, each.entry));
      case 'move':
        return page.call(memory.moveHead(idAt(page, each.entry)));
      case 'trouble':
        return page.tab.have(each.trouble);
      case 'heal':
        return page.heal();
      case 'freeze':
        return page.freeze();
      case 'kill':
        page.kill();
        this.#gone.push(page);
        Object.assign(slot, this.#open(undefined, slot.kills + 1));
        return;
      case 'close':
        return this.#close(slot);
      case 'reload':
        return page.call(memory.reload());
      case 'write-back':
        return page.call(memory.writeBack());
      case 'assemble':
        return page.call(memory.assemble());
      case 'clear':
        for (const loss of this.losses) loss.isMeant = true;
        this.clears += 1;
        return this.#lose(await this.disk.clear(), true);
      case 'lose':
        return this.#lose(await this.disk.lose(each.commits), false);
      case 'pass':
        return this.pass(each.ms, each.stepMs);
      case 'rest':
        return this.rest();
    }
  }

  #say(slot: Slot, count: number, after?: string | null): void {
    const ids = Array.from({ length: count }, (_, n) => `word-${this.#count + n + 1}`);
    this.#count += count;
    const { kills } = slot;
    for (const said of slot.page.say(ids, after)) {
      this.words.push(Object.assign(said, { slot, kills, clears: this.clears }));
    }
  }

  async #close(slot: Slot): Promise<void> {
    const { page } = slot;
    let isOver = false;
    page.call(
      page.memory.dispose().then(() => {
        isOver = true;
      }),
    );
    await this.rest();
    for (let seconds = 0; !isOver; seconds += 1) {
      expect(seconds).toBeLessThan(10);
      await this.pass(1_000);
    }
    this.#gone.push(page);
    Object.assign(slot, this.#open(slot.tab, slot.kills));
  }

  #lose(gone: Gone, isMeant: boolean): void {
    const pages = this.slots.map(({ page }) => page);
    this.losses.push({ ...gone, isMeant, pages });
    this.told.clear();
    for (const page of pages) {
      page.told.clear();
      for (const code of codesOf(page)) page.told.add(code);
    }
  }
}

function codesOf({ memory }: TroubledPage): readonly string[] {
  return memory.getState().degraded.map(({ code }) => code);
}

function idAt({ memory }: TroubledPage, entry: number): string | null {
  return memory.entries()[entry]?.id ?? null;
}

/** The ids up to each stored entry, its own last. */
function pathsIn(stored: StoredSession | undefined): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>();
  for (const { id, parentId } of stored?.entries ?? []) {
    paths.set(id, [...((parentId && paths.get(parentId)) || []), id]);
  }
  return paths;
}

function textsOf({ entries = [] }: Partial<StoredSession> = {}): readonly string[] {
  return entries.map(({ message }) =>
    message.parts.map((part) => ('text' in part ? part.text : '')).join(''),
  );
}

/** What does not hold of the three sentences. */
function faultsOf(life: Life, stored: StoredSession | undefined): readonly string[] {
  const texts = textsOf(stored);
  const paths = pathsIn(stored);
  return life.words.flatMap((word) => {
    const { id, answer, path } = word;
    const now = paths.get(id) ?? [];
    const before = now.length > 0 ? path.filter((each) => paths.has(each)) : [];
    const order = now.filter((each) => before.includes(each));
    const isStored = texts.includes(id);
    const isGone = !isStored && !isTold(life, word);
    const isLost = answer === 'durable' && isGone;
    // One that was stored later may be lost like one that was stored at once.
    const isForgotten = isDue(life, word) && isGone && !isOwed(word);
    return [
      ...(isLost ? [`${id} was durable, and is neither stored nor reported as lost.`] : []),
      ...(isForgotten ? [`${id} was ${answer}, and is neither stored nor owed.`] : []),
      ...(answer === 'none' && isAlive(word) ? [`The call of ${id} never settled.`] : []),
      ...(texts.filter((text) => text === id).length > 1 ? [`${id} is stored twice.`] : []),
      ...(order.join() === before.join() ? [] : [`${before.join()} became ${now.join()}.`]),
    ];
  });
}

/** Whether a word that was lost was told to be. */
function isTold(life: Life, { id }: Word): boolean {
  const isReported = life.told.has('STORE_RESET') || life.told.has('SESSION_CLEARED');
  return life.losses.some(({ ids, isMeant, pages }) => {
    if (!ids.has(id)) return false;
    const isShown = life.slots.some(({ page }) => pages.includes(page) && page.memory.entry(id));
    return isReported || (isMeant && !isShown);
  });
}

/** Whether a word that is not durable has to be stored, or to be counted. */
function isDue(life: Life, word: Word): boolean {
  const { answer, isKept, page, slot } = word;
  const hasEnded = slot.page !== page;
  const wasMeant = hasEnded && life.clears > word.clears;
  return answer !== 'durable' && isKept && isAlive(word) && !wasMeant;
}

/** Whether no page that held it was killed. */
function isAlive({ slot, kills }: Word): boolean {
  return slot.kills === kills;
}

function isOwed({ id, slot: { page } }: Word): boolean {
  return page.owed > 0 && page.memory.entry(id) !== undefined;
}

// The code for the store is fetched once. Tabs that fight for one place come apart by half of the longest wait.
beforeAll(async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const page = new TroubledPage(aTroubledDisk().tab());
  await page.memory.append({ role: 'user', content: 'one' }, { after: null });
  await page.memory.assemble();
  await page.memory.dispose();
});

afterAll(() => {
  vi.restoreAllMocks();
});

test('[STO-2] [STO-4] [STO-7] [STO-8] [NS-2] whatever happens to disk and pages, what is durable is stored, what is not is stored later or owed, and order stays', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 25 }), async (acts) => {
      const life = new Life();
      for (const each of acts) await life.do(each);
      await life.heal();
      const stored = await life.disk.stored();
      if (stored) checkTree(stored);
      expect(faultsOf(life, stored)).toEqual([]);
      for (const { page } of life.slots) page.call(page.memory.dispose());
      await life.rest();
    }),
    { ...RUNS, examples: EXAMPLES.map((acts) => [[...acts]]) },
  );
});
