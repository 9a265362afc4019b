import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { aTroubledDisk, EVERYTHING, type TroubledDisk } from '../testing/troubled-disk.ts';
import {
  type MessageState,
  type Said,
  settled,
  stateOf,
  TroubledPage,
  timePasses,
} from '../testing/troubled-page.ts';

/**
 * What becomes of a message on its way to the store [STO-2, STO-4, STO-7, STO-8, NS-2]: for each event and each state
 * before it, the state right behind the event, and the one once the disk works again for two minutes.
 *
 * - `queued`, `writing`: its call has not settled; another one, or this one, is given to the store.
 * - `stored`: it is in the store, and its page owes nothing.
 * - `refused`, `held`: its call rejected, or said that it is not durable; its page counts it as owed.
 * - `lost`: it is neither stored nor counted; `told`: and the page says that the store lost something.
 */
const TABLE = `
event                  | queued          | writing         | stored          | refused           | held
kill                   | lost    lost    | lost    lost    | stored  stored  | lost     lost     | lost    lost
kill behind a commit   | lost    lost    | stored  stored  | stored  stored  | lost     lost     | lost    lost
torn log               | told    told    | told    told    | told    told    | told     told     | told    told
end of the page        | held    stored  | held    stored  | stored  stored  | held     stored   | held    stored
full disk              | held    stored  | held    stored  | stored  stored  | refused  stored   | held    stored
quota                  | held    stored  | held    stored  | stored  stored  | refused  stored   | held    stored
hung transaction       | held    stored  | held    stored  | stored  stored  | refused  stored   | held    stored
lost complete          | held    stored  | held    stored  | stored  stored  | refused  stored   | held    stored
lost answer            | held    stored  | held    stored  | stored  stored  | refused  stored   | held    stored
silent open            | held    stored  | held    stored  | stored  stored  | held     stored   | held    stored
blocked upgrade        | held    stored  | held    stored  | stored  stored  | held     stored   | held    stored
frozen tab             | queued  stored  | writing stored  | stored  stored  | refused  stored   | held    stored
another tab's write    | queued  stored  | writing stored  | stored  stored  | refused  stored   | held    stored
another tab's move     | queued  stored  | writing stored  | stored  stored  | refused  stored   | held    stored
cleared site data      | queued  held    | writing held    | held    held    | refused  refused  | held    held
reset engine           | queued  stored  | writing stored  | stored  stored  | refused  stored   | held    stored
late store             | held    stored  | held    stored  | stored  stored  | refused  stored   | held    stored
garbage                | refused stored  | refused stored  | stored  stored  | refused  stored   | held    stored
`;

type Before = 'queued' | 'writing' | 'stored' | 'refused' | 'held';
const BEFORE: readonly Before[] = ['queued', 'writing', 'stored', 'refused', 'held'];

interface Row {
  readonly event: string;
  readonly before: Before;
  readonly after: string;
  readonly inTheEnd: string;
}

const ROWS = TABLE.trim()
  .split('\n')
  .slice(1)
  .flatMap((line): readonly Row[] => {
    const [event = '', ...cells] = line.split('|').map((cell) => cell.trim());
    return BEFORE.map((before, at) => {
      const [after = '', inTheEnd = ''] = (cells[at] ?? '').split(/\s+/);
      return { event, before, after, inTheEnd };
    });
  });

/** Longer than a call of the store may take. */
const LIMIT_MS = 5_000;

/** A disk, the page that has the session open, and what it says. */
class Scene {
  readonly disk: TroubledDisk = aTroubledDisk();
  readonly #pages: TroubledPage[] = [];
  page: TroubledPage;

  constructor(whenNotStored?: 'keep' | 'reject') {
    this.page = this.open(undefined, whenNotStored);
  }

  /** Opens the session, in a new tab or once more in one. */
  open(tab = this.disk.tab(), whenNotStored?: 'keep' | 'reject'): TroubledPage {
    const page = new TroubledPage(tab, whenNotStored);
    this.#pages.push(page);
    return page;
  }

  async rest(): Promise<void> {
    const activity = () =>
      this.#pages.reduce((sum, page) => sum + page.activity, this.disk.activity);
    await settled(activity, () => setImmediate());
  }

  async pass(ms: number, stepMs?: number): Promise<void> {
    await timePasses(this.#pages, ms, () => this.rest(), stepMs);
  }

  async heal(): Promise<void> {
    for (const page of this.#pages) page.heal();
    await this.rest();
    await this.pass(120_000);
  }

  async stateOf(said: Said): Promise<MessageState | 'told'> {
    const { entries = [] } = (await this.disk.stored()) ?? {};
    const state = stateOf(said, this.page, new Set(entries.map(({ id }) => id)));
    const isTold = ['STORE_RESET', 'SESSION_CLEARED'].some((code) => this.page.told.has(code));
    return state === 'lost' && isTold ? 'told' : state;
  }

  /** Ends the page, and opens the session again on the same store object. */
  async openAgain(): Promise<void> {
    this.page.call(this.page.memory.dispose());
    await this.rest();
    await this.pass(LIMIT_MS);
    this.page = this.open(this.page.tab);
    await this.rest();
  }
}

/** A message in a state. */
async function said(before: Before): Promise<{ scene: Scene; message: Said }> {
  const scene = new Scene(before === 'refused' ? 'reject' : 'keep');
  const { page } = scene;
  page.say(['first']);
  await scene.rest();
  if (before === 'queued' || before === 'writing') page.tab.have('busy');
  else if (before !== 'stored') page.tab.have('full');
  if (before === 'queued') {
    page.say(['ahead']);
    await scene.rest();
  }
  const [message] = page.say(['word']);
  await scene.rest();
  if (!message) throw new Error('Nothing was said.');
  return { scene, message };
}

const EVENTS: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  kill: async (scene) => {
    scene.page.kill();
    scene.page = scene.open();
  },
  'kill behind a commit': async (scene) => {
    if (scene.page.tab.trouble === 'busy') scene.page.tab.have('unanswered');
    await scene.rest();
    scene.page.kill();
    scene.page = scene.open();
  },
  'torn log': async (scene) => {
    scene.page.kill();
    await scene.disk.lose(1);
    scene.page = scene.open();
  },
  'end of the page': async (scene) => {
    await scene.openAgain();
    await scene.pass(LIMIT_MS);
  },
  'full disk': async ({ page }) => page.tab.have('gone'),
  quota: async ({ page }) => page.tab.have('full'),
  'hung transaction': async (scene) => {
    scene.page.tab.have('busy');
    await scene.pass(LIMIT_MS);
  },
  'lost complete': async (scene) => {
    scene.page.tab.have('unanswered');
    await scene.pass(LIMIT_MS);
  },
  'lost answer': async ({ page }) => page.tab.have('answer-lost'),
  'silent open': async (scene) => {
    scene.page.tab.have('busy');
    await scene.openAgain();
    await scene.pass(LIMIT_MS);
  },
  'blocked upgrade': async (scene) => {
    scene.page.tab.have('gone');
    await scene.openAgain();
  },
  'frozen tab': async (scene) => {
    scene.page.freeze();
    await scene.pass(60_000);
  },
  "another tab's write": async (scene) => {
    scene.open().say(['theirs']);
  },
  "another tab's move": async (scene) => {
    scene.open().say(['theirs'], null);
  },
  'cleared site data': async ({ disk, page }) => {
    await disk.clear();
    page.call(page.memory.reload());
  },
  'reset engine': async ({ disk, page }) => {
    await disk.lose(EVERYTHING);
    page.call(page.memory.reload());
  },
  'late store': async (scene) => {
    scene.page.tab.have('late');
    await scene.pass(LIMIT_MS);
  },
  garbage: async ({ page }) => page.tab.have('garbage'),
};

// The code for the store is fetched once.
beforeAll(async () => {
  const page = new TroubledPage(aTroubledDisk().tab());
  await page.memory.append({ role: 'user', content: 'one' }, { after: null });
  await page.memory.dispose();
});

describe.each(Object.keys(EVENTS))('[STO-2] [STO-4] [STO-7] [STO-8] [NS-2] %s', (event) => {
  test.each(ROWS.filter((row) => row.event === event))(
    'a message that is $before: $after, in the end $inTheEnd',
    async ({ before, after, inTheEnd }) => {
      const { scene, message } = await said(before);
      expect(await scene.stateOf(message)).toBe(before);
      await EVENTS[event]?.(scene);
      await scene.rest();
      const right = await scene.stateOf(message);
      await scene.heal();
      expect([right, await scene.stateOf(message)]).toEqual([after, inTheEnd]);
    },
  );
});

test('[STO-2] a message that is refused while the store cannot be read waits for the next page', async () => {
  const scene = new Scene();
  await scene.rest();
  scene.page.tab.have('unanswered');
  scene.open().say(['theirs']);
  await scene.rest();
  const [message] = scene.page.say(['word']);
  await scene.rest();
  await scene.openAgain();
  await scene.heal();
  expect(message && (await scene.stateOf(message))).toBe('stored');
});

/** Another page says something to a disk that has lost what this one said, before this one looks. */
async function replaced(lose: (disk: TroubledDisk) => Promise<unknown>) {
  const { scene, message } = await said('stored');
  await lose(scene.disk);
  scene.open().say(['theirs']);
  await scene.rest();
  return { scene, message };
}

/**
 * The rows that do not hold: the message is lost, and its page says nothing.
 *
 * - Where another session stands in the place of its own, a page takes that over, and drops its own.
 * - What was said to a store that was never read ends with its page: only what a fallback took waits for the next.
 */
const BROKEN: Readonly<Record<string, () => Promise<{ scene: Scene; message: Said | undefined }>>> =
  {
    'stored, cleared and begun again': () => replaced((disk) => disk.clear()),
    'stored, reset and begun again': () => replaced((disk) => disk.lose(EVERYTHING)),
    'stored, torn off and gone on from there': () => replaced((disk) => disk.lose(1)),
    'held beside a store of garbage, at the end of the page': async () => {
      const scene = new Scene();
      scene.page.tab.have('garbage');
      const [message] = scene.page.say(['word']);
      await scene.rest();
      await scene.openAgain();
      return { scene, message };
    },
  };

test.each(Object.entries(BROKEN))(
  '[STO-2] [STO-4] [STO-7] a message is not lost without a word: %s',
  async (_, broken) => {
    const { scene, message } = await broken();
    await scene.heal();
    expect(message && (await scene.stateOf(message))).not.toBe('lost');
  },
);
