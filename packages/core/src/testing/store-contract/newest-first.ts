import { describe, expect, test } from 'vitest';
import type { Entry } from '../../transcript/entry.ts';
import { aChange, aForkedEntry, anEntry, aTokenCount } from '../builders.ts';
import { refuses, type StoreInTest } from './store-in-test.ts';

const LENGTH = 400;
const NEWEST = 50;

/** The newest entries can be had before all others; a store that gives all keeps this too. */
export function newestFirstContract({ store, loaded, reopen }: StoreInTest): void {
  describe('newest first', () => {
    test('[STO-9] the newest entries are given with those at the start, and the rest by place', async () => {
      await store.commit('session', aChange({ entries: aConversation(0, LENGTH) }));
      const whole = await loaded();
      expect(await newestAndRest()).toEqual(whole);
      await reopen();
      expect(await newestAndRest()).toEqual(whole);
    });

    test('[STO-9] the newest part begins a unit, before the newest user message and of one more', async () => {
      const run = Array.from({ length: 80 }, (_, at) =>
        anEntry({ seq: LENGTH + at, message: { role: 'assistant', parts: [] } }),
      );
      await store.commit('session', aChange({ entries: [...aConversation(0, LENGTH), ...run] }));
      const { entries, entriesFrom = 0 } = await newest();
      const first = entries.find(({ seq }) => seq === entriesFrom);
      expect(first?.unitStart).toBe(entriesFrom);
      const users = entries.filter(({ message }) => message.role === 'user');
      expect(users.at(-1)?.seq).toBeGreaterThan(entriesFrom);
      expect(users[0]?.seq).toBe(1);
    });

    test('[STO-9] token counts measured since are in the newest part, and in the rest', async () => {
      await store.commit('session', aChange({ entries: aConversation(0, LENGTH) }));
      const tokens = new Map(
        [1, 200, LENGTH - 1].map((place) => [place, aTokenCount({ value: place + 7 })]),
      );
      await store.commit('session', aChange({ tokens }));
      const { entries } = await newestAndRest();
      for (const [place, count] of tokens) expect(entries[place]?.tokens).toEqual(count);
    });

    test('[STO-9] without overlays the newest entries and what is told of the session are the same', async () => {
      await store.commit('session', aChange({ entries: aConversation(0, LENGTH) }));
      const options = { newest: NEWEST, newestRecords: true };
      const whole = await store.load('session', options);
      const part = await store.load('session', { ...options, withoutOverlays: true });
      expect(part).toEqual({ ...whole, overlays: part?.overlays, settingsKey: part?.settingsKey });
    });

    test('[STO-9] a session with branches, and a short one, are given whole', async () => {
      await store.commit('session', aChange({ entries: aConversation(0, 20) }));
      expect((await newest()).entriesFrom).toBeUndefined();
      await store.commit('branched', aChange({ entries: aConversation(0, LENGTH) }));
      await store.commit('branched', aChange({ entries: [aForkedEntry(LENGTH, 2)] }));
      const session = await store.load('branched', { newest: NEWEST });
      expect(session?.entriesFrom).toBeUndefined();
      expect(session?.entries).toHaveLength(LENGTH + 1);
    });

    test('[STO-9] entries that are not there are refused, and nothing is given in their place', async () => {
      await store.commit('session', aChange({ entries: aConversation(0, 20) }));
      if (!store.loadEntries) return;
      await refuses(store.loadEntries('session', { from: 10, to: 30 }), 'STORE_CORRUPT');
      await refuses(store.loadEntries('nobody', { from: 0, to: 1 }), 'STORE_CORRUPT');
    });
  });

  async function newest() {
    const session = await store.load('session', { newest: NEWEST });
    if (!session) throw new Error('The session is not in the store.');
    return session;
  }

  /** The session, its newest part and the rest joined. */
  async function newestAndRest() {
    const { entriesFrom, entries, ...session } = await newest();
    if (entriesFrom === undefined) return { ...session, entries };
    const leading = entries.filter(({ seq }) => seq < entriesFrom);
    const places = { from: leading.length, to: entriesFrom };
    const rest = (await store.loadEntries?.('session', places)) ?? [];
    expect(rest.length).toBeGreaterThan(0);
    return { ...session, entries: [...leading, ...rest, ...entries.slice(leading.length)] };
  }
}

/** A system message, then what a user asks and an assistant answers. */
function aConversation(fromSeq: number, toSeq: number): readonly Entry[] {
  return Array.from({ length: toSeq - fromSeq }, (_, index) => {
    const seq = fromSeq + index;
    const role = seq === 0 ? 'system' : seq % 2 === 1 ? 'user' : 'assistant';
    return anEntry({ seq, message: { role, parts: [{ type: 'text', text: `Message ${seq}` }] } });
  });
}
