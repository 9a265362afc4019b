import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noOverlays } from '../compaction/overlay.ts';
import { emptyValueIndex } from '../condense/value-index.ts';
import { AgentMemoryError, type AgentMemoryErrorCode } from '../errors/errors.ts';
import type { Part } from '../message/message.ts';
import { COMPACTIONS_KEPT, type MemoryStore } from '../storage/memory-store.ts';
import {
  aBasis,
  aChange,
  aCompactionRecord,
  aForkedEntry,
  anEntry,
  aTextMessage,
  aTokenCount,
  aToolCall,
  aToolResult,
  START_MS,
  someEntries,
  someOverlays,
} from './builders.ts';
import { aSimulatedAbort } from './simulated-abort.ts';

/** A store with nothing in it, made anew for each test. */
export interface StoreUnderTest {
  readonly store: MemoryStore;
  /**
   * A store on the same data after all that the store promises to survive: for one on disk, close
   * it and open another; for one in memory, the same store.
   */
  reopen(): Promise<MemoryStore>;
  /** Takes away what the test left behind. Stores are closed before. */
  remove?(): Promise<void>;
}

/**
 * The contract of `MemoryStore` as a suite: one test for each sentence an implementer owes. Call it
 * at the top of a test file, once for each store.
 *
 * @example
 * storeContract('my store', async () => {
 *   const store = inMemoryStore();
 *   return { store, reopen: async () => store };
 * });
 *
 * @param name what the suite is called in the report.
 * @param makeStore makes an empty store; called before each test.
 */
export function storeContract(name: string, makeStore: () => Promise<StoreUnderTest>): void {
  describe(`${name} keeps the contract of MemoryStore`, () => {
    let made: StoreUnderTest;
    let store: MemoryStore;

    beforeEach(async () => {
      made = await makeStore();
      store = made.store;
    });

    afterEach(async () => {
      await store.close();
      await made.remove?.();
    });

    async function reopen(): Promise<void> {
      store = await made.reopen();
    }

    async function loaded(sessionId = 'session') {
      const session = await store.load(sessionId);
      if (!session) throw new Error(`Session "${sessionId}" is not in the store.`);
      return session;
    }

    async function roundTrip(parts: readonly Part[]): Promise<readonly Part[] | undefined> {
      const entry = anEntry({ message: { role: 'user', parts } });
      await store.commit('session', aChange({ entries: [entry] }));
      await reopen();
      return (await loaded()).entries[0]?.message.parts;
    }

    describe('load', () => {
      test('[STO-1] gives undefined for an unknown session', async () => {
        expect(await store.load('unknown')).toBeUndefined();
      });

      test('[STO-1] gives everything that was committed, after a reopening as well', async () => {
        const entries = someEntries(0, 8);
        await store.commit(
          'session',
          aChange({
            entries,
            overlays: { value: someOverlays(), settingsKey: 'budget:1000' },
            compaction: aCompactionRecord(),
            scratchpad: { value: { objective: 'find a train' } },
            system: { value: 'You find trains. Today is 2026-01-01.' },
          }),
        );
        const expected = {
          info: { id: 'session', createdAtMs: START_MS, updatedAtMs: START_MS, entries: 8 },
          entries,
          overlays: someOverlays(),
          settingsKey: 'budget:1000',
          scratchpad: { objective: 'find a train' },
          system: 'You find trains. Today is 2026-01-01.',
          compactions: [aCompactionRecord()],
        };
        expect(await loaded()).toEqual(expected);
        await reopen();
        expect(await loaded()).toEqual(expected);
      });

      test('[STO-1] gives no overlays, no scratchpad, no system text and no compactions before the first change of each', async () => {
        await store.commit('session', aChange({ entries: [anEntry()] }));
        const session = await loaded();
        expect(session.overlays).toEqual(noOverlays());
        expect(session.settingsKey).toBe('');
        expect('scratchpad' in session).toBe(false);
        expect('system' in session).toBe(false);
        expect(session.compactions).toEqual([]);
      });

      test('[STO-1] gives a session without entries when only its scratchpad was written', async () => {
        await store.commit('session', aChange({ scratchpad: { value: 'a note' } }));
        const session = await loaded();
        expect(session.entries).toEqual([]);
        expect(session.scratchpad).toBe('a note');
      });
    });

    describe('entries', () => {
      test('[STO-1] are appended in order over several commits', async () => {
        await store.commit('session', aChange({ entries: someEntries(0, 2) }));
        await store.commit('session', aChange({ entries: someEntries(2, 3) }));
        await store.commit('session', aChange({ entries: someEntries(3, 5) }));
        expect((await loaded()).entries).toEqual(someEntries(0, 5));
      });

      test('[STO-1] a repeated commit changes nothing', async () => {
        const change = aChange({
          entries: someEntries(0, 3),
          scratchpad: { value: 'a note' },
          compaction: aCompactionRecord(),
        });
        await store.commit('session', change);
        const once = await loaded();
        await store.commit('session', change);
        expect(await loaded()).toEqual(once);
      });

      test('[STO-1] those already stored are skipped and those behind them appended', async () => {
        await store.commit('session', aChange({ entries: someEntries(0, 3) }));
        await store.commit('session', aChange({ entries: someEntries(1, 5) }));
        expect((await loaded()).entries).toEqual(someEntries(0, 5));
      });

      test('[STO-1] a skipped entry stays as it was first written', async () => {
        await store.commit('session', aChange({ entries: [anEntry({ text: 'first' })] }));
        await store.commit('session', aChange({ entries: [anEntry({ text: 'second' })] }));
        expect((await loaded()).entries).toEqual([anEntry({ text: 'first' })]);
      });

      test('[STO-1] another id at a taken position is refused as a conflict', async () => {
        await store.commit('session', aChange({ entries: someEntries(0, 2) }));
        const other = aChange({ entries: [anEntry({ seq: 1, id: 'written-elsewhere' })] });
        await refuses(store.commit('session', other), 'STORE_CONFLICT');
        expect((await loaded()).entries).toEqual(someEntries(0, 2));
      });

      test('[STO-1] two ids for one position in the same change are refused as a conflict', async () => {
        const entries = [anEntry(), anEntry({ id: 'another' })];
        await refuses(store.commit('session', aChange({ entries })), 'STORE_CONFLICT');
        expect(await store.load('session')).toBeUndefined();
      });

      test('[STO-1] a gap behind the last stored one is refused as a conflict', async () => {
        await store.commit('session', aChange({ entries: someEntries(0, 2) }));
        const later = aChange({ entries: someEntries(3, 4) });
        await refuses(store.commit('session', later), 'STORE_CONFLICT');
        expect((await loaded()).entries).toEqual(someEntries(0, 2));
      });

      test('[STO-1] a session that does not begin at position 0 is refused as a conflict', async () => {
        const change = aChange({ entries: someEntries(1, 2) });
        await refuses(store.commit('session', change), 'STORE_CONFLICT');
        expect(await store.load('session')).toBeUndefined();
      });

      test('[STO-1] a gap inside a change refuses all of it', async () => {
        const entries = [...someEntries(0, 2), ...someEntries(3, 4)];
        await refuses(store.commit('session', aChange({ entries })), 'STORE_CONFLICT');
        expect(await store.load('session')).toBeUndefined();
      });

      test('[STO-4] a thousand of them fit in one commit', async () => {
        await store.commit('session', aChange({ entries: someEntries(0, 1000) }));
        await reopen();
        const { entries, info } = await loaded();
        expect(info.entries).toBe(1000);
        expect(entries).toEqual(someEntries(0, 1000));
      });
    });

    describe('a basis', () => {
      const overlays = { value: someOverlays(), settingsKey: 'made on this transcript' };

      test('[STO-1] that is the stored transcript lets the change through', async () => {
        await store.commit('session', aChange({ basis: aBasis(0), scratchpad: { value: 'pad' } }));
        await store.commit('session', aChange({ basis: aBasis(3), entries: someEntries(0, 3) }));
        await store.commit('session', aChange({ basis: aBasis(3), overlays }));
        await store.commit('session', aChange({ basis: aBasis(4), entries: someEntries(3, 4) }));
        const { entries, settingsKey, scratchpad } = await loaded();
        expect(entries).toEqual(someEntries(0, 4));
        expect(settingsKey).toBe(overlays.settingsKey);
        expect(scratchpad).toBe('pad');
      });

      test('[STO-1] includes the entries of its change, stored before or not', async () => {
        const change = aChange({ basis: aBasis(3), entries: someEntries(0, 3), overlays });
        await store.commit('session', change);
        const once = await loaded();
        await store.commit('session', change);
        await store.commit('session', { ...change, entries: someEntries(1, 3) });
        expect(await loaded()).toEqual(once);
      });

      test.each([
        ['lacks entries that the store holds', aBasis(1)],
        ['is empty where the store is not', aBasis(0)],
        ['has entries that the store lacks', aBasis(3)],
        ['ends in another entry', { entries: 2, lastEntryId: 'written-elsewhere' }],
      ])('[STO-1] that %s is refused as a conflict, and nothing is kept', async (_kind, basis) => {
        await store.commit('session', aChange({ entries: someEntries(0, 2) }));
        const before = await loaded();
        const refused = aChange({
          atMs: START_MS + 5000,
          basis,
          overlays,
          scratchpad: { value: 'after' },
          system: { value: 'after' },
          compaction: aCompactionRecord(),
          tokens: new Map([[0, aTokenCount({ value: 99 })]]),
        });
        await refuses(store.commit('session', refused), 'STORE_CONFLICT');
        expect(await loaded()).toEqual(before);
        await reopen();
        expect(await loaded()).toEqual(before);
      });

      test('[STO-1] that the change does not reach refuses its entries as well', async () => {
        await store.commit('session', aChange({ entries: someEntries(0, 2) }));
        const refused = aChange({ basis: aBasis(5), entries: someEntries(2, 4) });
        await refuses(store.commit('session', refused), 'STORE_CONFLICT');
        expect((await loaded()).entries).toEqual(someEntries(0, 2));
      });

      test('[STO-1] that a session lacks altogether makes no session', async () => {
        await refuses(
          store.commit('session', aChange({ basis: aBasis(2), overlays })),
          'STORE_CONFLICT',
        );
        expect(await store.load('session')).toBeUndefined();
        expect(await store.list()).toEqual([]);
      });

      test('[STO-1] what rests on refused entries is refused with them', async () => {
        const theirs = [...someEntries(0, 1), anEntry({ seq: 1, id: 'from-another-tab' })];
        await store.commit('session', aChange({ entries: theirs }));
        const before = await loaded();
        const ours = aChange({ basis: aBasis(2), entries: someEntries(1, 2) });
        await refuses(store.commit('session', ours), 'STORE_CONFLICT');
        const compacted = aChange({
          basis: aBasis(2),
          overlays,
          compaction: aCompactionRecord(),
        });
        await refuses(store.commit('session', compacted), 'STORE_CONFLICT');
        expect(await loaded()).toEqual(before);
      });
    });

    describe('branches', () => {
      const forked = [...someEntries(0, 4), aForkedEntry(4, 1)];

      async function headOf(): Promise<string | null | undefined> {
        return (await loaded()).headId;
      }

      test('[MSG-5] entries come back in the order of appending, each with its place on its branch', async () => {
        await store.commit('session', aChange({ entries: forked.slice(0, 4) }));
        await store.commit('session', aChange({ entries: forked.slice(4) }));
        const longer = { ...aForkedEntry(5, 2), parentId: 'fork-4' };
        await store.commit('session', aChange({ entries: [longer] }));
        await reopen();
        const { entries, info } = await loaded();
        expect(entries).toEqual([...forked, longer]);
        expect(info.entries).toBe(6);
      });

      test('[MSG-5] all of them may come in one commit, and again', async () => {
        const change = aChange({ entries: forked, basis: { entries: 5, lastEntryId: 'fork-4' } });
        await store.commit('session', change);
        await store.commit('session', change);
        expect((await loaded()).entries).toEqual(forked);
      });

      test('[MSG-5] a place in the order of appending that is taken by another id is refused as a conflict', async () => {
        await store.commit('session', aChange({ entries: someEntries(0, 4) }));
        const taken = aChange({ entries: [aForkedEntry(3, 1)] });
        await refuses(store.commit('session', taken), 'STORE_CONFLICT');
        expect((await loaded()).entries).toEqual(someEntries(0, 4));
      });

      test('[MSG-5] a gap in the order of appending is refused as a conflict', async () => {
        await store.commit('session', aChange({ entries: someEntries(0, 4) }));
        const later = aChange({ entries: [aForkedEntry(5, 3)] });
        await refuses(store.commit('session', later), 'STORE_CONFLICT');
        expect((await loaded()).entries).toEqual(someEntries(0, 4));
      });

      test('[MSG-5] where the conversation ends is said by nobody at first', async () => {
        await store.commit('session', aChange({ entries: someEntries(0, 2) }));
        expect('headId' in (await loaded())).toBe(false);
      });

      test.each([
        ['an earlier entry', anEntry({ seq: 1 }).id],
        ['nothing, to begin anew', null],
      ])('[MSG-5] the head comes back: %s', async (_kind, value) => {
        await store.commit('session', aChange({ entries: someEntries(0, 4), head: { value } }));
        await reopen();
        expect(await headOf()).toBe(value);
        await store.commit('session', aChange({ scratchpad: { value: 'a note' } }));
        expect(await headOf()).toBe(value);
      });

      test('[MSG-5] the last head that was said counts', async () => {
        await store.commit('session', aChange({ entries: someEntries(0, 4) }));
        for (const { id } of someEntries(1, 3)) {
          await store.commit('session', aChange({ head: { value: id } }));
        }
        expect(await headOf()).toBe(anEntry({ seq: 2 }).id);
      });

      test('[MSG-5] the head holds until entries are added that follow it', async () => {
        const value = anEntry({ seq: 1 }).id;
        await store.commit('session', aChange({ entries: someEntries(0, 4), head: { value } }));
        // A repetition adds nothing.
        await store.commit('session', aChange({ entries: someEntries(2, 4) }));
        expect(await headOf()).toBe(value);
        await store.commit('session', aChange({ entries: [aForkedEntry(4, 1)] }));
        await reopen();
        expect('headId' in (await loaded())).toBe(false);
      });

      test('[MSG-5] entries that follow another one than the head are refused, unless their change says the head', async () => {
        await store.commit(
          'session',
          aChange({ entries: someEntries(0, 4), head: { value: anEntry({ seq: 1 }).id } }),
        );
        const before = await loaded();
        const unaware = aChange({ entries: someEntries(4, 5) });
        await refuses(store.commit('session', unaware), 'STORE_CONFLICT');
        expect(await loaded()).toEqual(before);
        const value = anEntry({ seq: 4 }).id;
        await store.commit('session', { ...unaware, head: { value } });
        expect((await loaded()).entries).toEqual(someEntries(0, 5));
        expect(await headOf()).toBe(value);
      });

      test('[MSG-5] a session that begins anew is followed by an entry that follows nothing', async () => {
        await store.commit(
          'session',
          aChange({ entries: someEntries(0, 2), head: { value: null } }),
        );
        const follows = aChange({ entries: someEntries(2, 3) });
        await refuses(store.commit('session', follows), 'STORE_CONFLICT');
        await store.commit('session', aChange({ entries: [aForkedEntry(2, null)] }));
        expect((await loaded()).entries).toHaveLength(3);
      });

      test('[MSG-5] a basis says the head where it is not the last entry', async () => {
        const headId = anEntry({ seq: 1 }).id;
        const head = { value: headId };
        await store.commit(
          'session',
          aChange({ entries: someEntries(0, 4), head, basis: { ...aBasis(4), headId } }),
        );
        await store.commit(
          'session',
          aChange({ scratchpad: { value: 'pad' }, basis: { ...aBasis(4), headId } }),
        );
        const before = await loaded();
        for (const basis of [
          aBasis(4),
          { ...aBasis(4), headId: null },
          { ...aBasis(4), headId: anEntry({ seq: 2 }).id },
        ]) {
          const refused = aChange({ scratchpad: { value: 'other' }, basis });
          await refuses(store.commit('session', refused), 'STORE_CONFLICT');
        }
        expect(await loaded()).toEqual(before);
        const entries = [aForkedEntry(4, 1)];
        const basis = { entries: 5, lastEntryId: 'fork-4' };
        await store.commit('session', aChange({ entries, basis }));
        expect((await loaded()).entries).toEqual(forked);
      });

      test('[MSG-5] what was made on another branch is refused where the head was moved', async () => {
        await store.commit('session', aChange({ entries: someEntries(0, 8) }));
        const head = { value: anEntry({ seq: 1 }).id };
        await store.commit('session', aChange({ head }));
        const overlays = { value: someOverlays(), settingsKey: 'made on the other' };
        const compacted = aChange({ basis: aBasis(8), overlays, compaction: aCompactionRecord() });
        await refuses(store.commit('session', compacted), 'STORE_CONFLICT');
        const { settingsKey, compactions } = await loaded();
        expect([settingsKey, compactions]).toEqual(['', []]);
      });

      test('[TOK-3] token counts go by the place in the order of appending', async () => {
        await store.commit('session', aChange({ entries: forked }));
        const tokens = new Map([[4, aTokenCount({ value: 44 })]]);
        await store.commit('session', aChange({ tokens }));
        await reopen();
        const values = (await loaded()).entries.map((entry) => entry.tokens.value);
        expect(values).toEqual([10, 10, 10, 10, 44]);
        const unknown = aChange({ tokens: new Map([[5, aTokenCount()]]) });
        await refuses(store.commit('session', unknown), 'STORE_CONFLICT');
      });
    });

    describe('a title', () => {
      const info = { id: 'session', createdAtMs: START_MS, updatedAtMs: START_MS, entries: 2 };

      beforeEach(async () => {
        await store.commit('session', aChange({ entries: someEntries(0, 2) }));
      });

      test('[STO-5] is there when somebody gave one, in the list too', async () => {
        expect('title' in (await loaded()).info).toBe(false);
        await store.commit('session', aChange({ title: { value: 'Züge nach Wien 🚂' } }));
        await reopen();
        const named = { ...info, title: 'Züge nach Wien 🚂' };
        expect((await loaded()).info).toEqual(named);
        expect(await store.list()).toEqual([named]);
      });

      test('[STO-5] stays until another one is given, and goes with an empty one', async () => {
        await store.commit('session', aChange({ title: { value: 'first' } }));
        await store.commit('session', aChange({ scratchpad: { value: 'a note' } }));
        expect((await loaded()).info.title).toBe('first');
        await store.commit('session', aChange({ title: { value: 'second' } }));
        expect((await loaded()).info.title).toBe('second');
        await store.commit('session', aChange({ title: { value: '' } }));
        await reopen();
        expect((await loaded()).info).toEqual(info);
        expect(await store.list()).toEqual([info]);
      });
    });

    describe('a refused change', () => {
      test('[STO-1] leaves nothing of itself behind', async () => {
        await store.commit(
          'session',
          aChange({
            entries: someEntries(0, 2),
            overlays: { value: noOverlays(), settingsKey: 'before' },
            scratchpad: { value: 'before' },
            system: { value: 'before' },
            title: { value: 'before' },
          }),
        );
        const before = await loaded();
        const refused = aChange({
          atMs: START_MS + 5000,
          entries: [anEntry({ seq: 2 }), anEntry({ seq: 9 })],
          head: { value: null },
          title: { value: 'after' },
          overlays: { value: someOverlays(), settingsKey: 'after' },
          scratchpad: { value: 'after' },
          compaction: aCompactionRecord(),
          tokens: new Map([[0, aTokenCount({ value: 99 })]]),
        });
        await refuses(store.commit('session', refused), 'STORE_CONFLICT');
        expect(await loaded()).toEqual(before);
        await reopen();
        expect(await loaded()).toEqual(before);
      });

      test('[STO-1] does not stand in the way of the next one', async () => {
        await refuses(
          store.commit('session', aChange({ entries: someEntries(4, 5) })),
          'STORE_CONFLICT',
        );
        await store.commit('session', aChange({ entries: someEntries(0, 1) }));
        expect((await loaded()).entries).toEqual(someEntries(0, 1));
      });

      test('[STO-1] with a function in a message names the place and stores nothing', async () => {
        const parts: Part[] = [
          { type: 'text', text: 'look' },
          { type: 'unknown', value: { run: () => 'no data' } },
        ];
        const entries = [anEntry(), anEntry({ seq: 1, message: { role: 'user', parts } })];
        const error = await refuses(
          store.commit('session', aChange({ entries, scratchpad: { value: 'a note' } })),
          'INVALID_MESSAGE',
        );
        expect(error).toMatchObject({ field: 'entries[1].message.parts[1].value.run' });
        expect(await store.load('session')).toBeUndefined();
      });

      test('[STO-1] with a function in the scratchpad names the place and stores nothing', async () => {
        const scratchpad = { value: { steps: [{ undo: () => undefined }] } };
        const error = await refuses(
          store.commit('session', aChange({ entries: [anEntry()], scratchpad })),
          'INVALID_SCRATCHPAD',
        );
        expect(error.message).toContain('scratchpad.value.steps[0].undo');
        expect(await store.load('session')).toBeUndefined();
      });
    });

    describe('values', () => {
      test('[STO-1] messages of every kind come back equal', async () => {
        const messages = [
          aTextMessage('system', 'Be brief.'),
          aTextMessage('user', 'Which train?'),
          aToolCall(),
          aToolResult(),
          { ...aTextMessage('assistant', ''), providerMessageId: 'msg_1' },
          { ...aTextMessage('user', 'x'), extra: { name: 'Ada', nested: { empty: {}, list: [] } } },
          { role: 'assistant' as const, parts: [] },
        ];
        const entries = messages.map((message, seq) => anEntry({ seq, message }));
        await store.commit('session', aChange({ entries }));
        await reopen();
        expect((await loaded()).entries).toEqual(entries);
      });

      test('[MSG-1] parts of every kind come back equal', async () => {
        const parts: readonly Part[] = [
          { type: 'text', text: 'text' },
          { type: 'image', url: 'data:image/png;base64,AA==', detail: 'low', width: 8, height: 4 },
          { type: 'document', fileId: 'file-1', filename: 'a.pdf' },
          { type: 'thinking', text: 'hm', signature: 'c2ln' },
        ];
        expect(await roundTrip(parts)).toEqual(parts);
      });

      test('[MSG-1] unknown parts come back equal, whatever data they hold', async () => {
        const value = {
          nothing: null,
          no: false,
          zero: 0,
          list: [1, [2, [3]], {}],
          when: new Date(START_MS),
          bytes: new Uint8Array([0, 127, 255]),
          map: new Map<unknown, unknown>([[1, { two: 2 }]]),
          set: new Set(['a']),
        };
        const parts: readonly Part[] = [{ type: 'unknown', value }];
        expect(await roundTrip(parts)).toEqual(parts);
      });

      test('[STO-1] a field named __proto__ comes back as the field it was', async () => {
        const value: unknown = JSON.parse('{"__proto__":{"admin":true},"a":1}');
        const parts = await roundTrip([{ type: 'unknown', value }]);
        const [part] = parts ?? [];
        expect(JSON.stringify(part)).toBe(
          '{"type":"unknown","value":{"__proto__":{"admin":true},"a":1}}',
        );
      });

      test.each([
        ['empty', ''],
        ['white space', ' \n\t\r\u00a0'],
        ['umlauts, Cyrillic, Chinese', 'Grüße, привет, 你好'],
        ['emoji and joiners', '👩‍👩‍👧 🇦🇶 e\u0301'],
        ['half a surrogate pair', '\ud83d alone'],
        ['a null character', 'a\u0000b'],
        ['a hundred thousand characters', 'abcdefghij'.repeat(10_000)],
      ])('[STO-1] text comes back to the character: %s', async (_kind, text) => {
        expect(await roundTrip([{ type: 'text', text }])).toEqual([{ type: 'text', text }]);
      });

      test.each(['plain', '', 'with/slash and space', 'ключ-你好-👩‍👩‍👧', '__proto__'])(
        '[STO-1] a session may be called "%s"',
        async (sessionId) => {
          await store.commit(sessionId, aChange({ entries: [anEntry()] }));
          await reopen();
          expect((await loaded(sessionId)).info.id).toBe(sessionId);
          expect((await store.list()).map((info) => info.id)).toEqual([sessionId]);
        },
      );

      test('[CMP-8] overlays come back equal, their map and their condensed text included', async () => {
        const value = someOverlays({
          epoch: 3,
          condensed: {
            id: 'condensed-1',
            compactionId: 'compaction-1',
            text: 'They looked for trains.\n- 7:42 from “Zürich HB”',
            beforeSeq: 3,
            coveredEntries: 2,
            coveredTokens: 20,
            summary: {
              madeBy: 'extractive',
              fromSeq: 1,
              toSeq: 2,
              text: 'They looked for trains.',
            },
            values: emptyValueIndex,
          },
        });
        await store.commit('session', aChange({ overlays: { value, settingsKey: 'k' } }));
        await reopen();
        const { overlays } = await loaded();
        expect(overlays.entries).toBeInstanceOf(Map);
        expect(overlays).toEqual(value);
      });

      test('[STO-1] later overlays replace earlier ones whole, with their settings key', async () => {
        const first = { value: someOverlays(), settingsKey: 'first' };
        const second = { value: noOverlays(2), settingsKey: 'second' };
        await store.commit('session', aChange({ overlays: first }));
        await store.commit('session', aChange({ overlays: second }));
        const { overlays, settingsKey } = await loaded();
        expect(overlays).toEqual(noOverlays(2));
        expect(settingsKey).toBe('second');
      });

      test('[PAD-2] the scratchpad is replaced, also by values that look like nothing', async () => {
        for (const value of [{ a: 1, b: 2 }, { a: 1 }, '', 0, false, null]) {
          await store.commit('session', aChange({ scratchpad: { value } }));
          expect((await loaded()).scratchpad).toEqual(value);
        }
      });

      test('[TIER-1] the system text comes back to the letter, an empty one too, and the last one counts', async () => {
        for (const value of ['You find trains.\n', '', 'Heute ist der 1. Jänner 🚂']) {
          await store.commit('session', aChange({ system: { value } }));
          await reopen();
          expect((await loaded()).system).toBe(value);
        }
      });

      test('[STO-1] what a change does not name stays', async () => {
        await store.commit(
          'session',
          aChange({
            entries: someEntries(0, 6),
            overlays: { value: someOverlays(), settingsKey: 'k' },
            scratchpad: { value: 'a note' },
            system: { value: 'You find trains.' },
            compaction: aCompactionRecord(),
          }),
        );
        const before = await loaded();
        await store.commit('session', aChange({ entries: someEntries(6, 7) }));
        expect(await loaded()).toEqual({
          ...before,
          info: { ...before.info, entries: 7 },
          entries: someEntries(0, 7),
        });
      });
    });

    describe('token counts', () => {
      test('[TOK-3] replace those of stored entries and change nothing else', async () => {
        await store.commit('session', aChange({ entries: someEntries(0, 3) }));
        const counted = aTokenCount({ value: 7, source: 'provider', encoding: 'other' });
        await store.commit('session', aChange({ tokens: new Map([[1, counted]]) }));
        await reopen();
        expect((await loaded()).entries).toEqual([
          anEntry({ seq: 0 }),
          anEntry({ seq: 1, tokens: counted }),
          anEntry({ seq: 2 }),
        ]);
      });

      test('[TOK-3] the last one counts', async () => {
        await store.commit('session', aChange({ entries: [anEntry()] }));
        for (const value of [7, 8]) {
          const tokens = new Map([[0, aTokenCount({ value })]]);
          await store.commit('session', aChange({ tokens }));
        }
        expect((await loaded()).entries[0]?.tokens.value).toBe(8);
      });

      test('[TOK-3] may come with the entries they belong to', async () => {
        const tokens = new Map([[1, aTokenCount({ value: 7 })]]);
        await store.commit('session', aChange({ entries: someEntries(0, 2), tokens }));
        expect((await loaded()).entries.map((entry) => entry.tokens.value)).toEqual([10, 7]);
      });

      test('[STO-1] for an entry that is not stored are refused as a conflict', async () => {
        await store.commit('session', aChange({ entries: someEntries(0, 2) }));
        const tokens = new Map([
          [0, aTokenCount({ value: 99 })],
          [2, aTokenCount()],
        ]);
        await refuses(store.commit('session', aChange({ tokens })), 'STORE_CONFLICT');
        expect((await loaded()).entries).toEqual(someEntries(0, 2));
      });
    });

    describe('compaction records', () => {
      test('[CMP-14] come back in order, newest last', async () => {
        for (const id of ['c-1', 'c-3', 'c-2']) {
          await store.commit('session', aChange({ compaction: aCompactionRecord({ id }) }));
        }
        await reopen();
        const { compactions } = await loaded();
        expect(compactions.map((record) => record.id)).toEqual(['c-1', 'c-3', 'c-2']);
      });

      test(`[CMP-14] only the newest ${COMPACTIONS_KEPT} are kept`, async () => {
        for (let n = 0; n < COMPACTIONS_KEPT + 3; n++) {
          const compaction = aCompactionRecord({ id: `c-${n}` });
          await store.commit('session', aChange({ compaction }));
        }
        const { compactions } = await loaded();
        expect(compactions.length).toBe(COMPACTIONS_KEPT);
        expect(compactions[0]?.id).toBe('c-3');
        expect(compactions.at(-1)?.id).toBe(`c-${COMPACTIONS_KEPT + 2}`);
      });
    });

    describe('independence', () => {
      test('[STO-1] changing what was committed changes nothing in the store', async () => {
        const value = { list: ['kept'] };
        const entry = anEntry({ message: { role: 'user', parts: [{ type: 'unknown', value }] } });
        const overlays = someOverlays();
        await store.commit(
          'session',
          aChange({
            entries: [entry],
            overlays: { value: overlays, settingsKey: 'k' },
            scratchpad: { value },
          }),
        );
        value.list.push('added later');
        (overlays.entries as Map<number, unknown>).clear();
        const session = await loaded();
        expect(session.scratchpad).toEqual({ list: ['kept'] });
        expect(session.entries[0]?.message.parts).toEqual([
          { type: 'unknown', value: { list: ['kept'] } },
        ]);
        expect(session.overlays).toEqual(someOverlays());
      });

      test('[STO-1] changing what was loaded changes nothing in the store', async () => {
        const change = aChange({
          entries: someEntries(0, 2),
          overlays: { value: someOverlays(), settingsKey: 'k' },
          scratchpad: { value: { list: ['kept'] } },
          compaction: aCompactionRecord(),
        });
        await store.commit('session', change);
        const before = await loaded();
        const [first] = before.entries;
        (before.entries as unknown[]).pop();
        Object.assign(first?.message.parts[0] ?? {}, { text: 'changed' });
        (before.overlays.entries as Map<number, unknown>).clear();
        (before.scratchpad as { list: string[] }).list.push('changed');
        (before.compactions as unknown[]).pop();
        const after = await loaded();
        expect(after.entries).toEqual(someEntries(0, 2));
        expect(after.overlays).toEqual(someOverlays());
        expect(after.scratchpad).toEqual({ list: ['kept'] });
        expect(after.compactions).toEqual([aCompactionRecord()]);
      });

      test('[STO-1] two loads give different objects', async () => {
        await store.commit('session', aChange({ entries: [anEntry()] }));
        const [one, two] = [await loaded(), await loaded()];
        expect(one).toEqual(two);
        expect(one.entries[0]).not.toBe(two.entries[0]);
        expect(one.overlays).not.toBe(two.overlays);
      });

      test('[STO-1] interleaved commits of two sessions stay apart', async () => {
        for (let seq = 0; seq < 5; seq++) {
          for (const id of ['a', 'b']) {
            const entries = [anEntry({ seq, id: `${id}-${seq}`, text: `${id} says ${seq}` })];
            await store.commit(id, aChange({ entries, scratchpad: { value: `${id}${seq}` } }));
          }
        }
        for (const id of ['a', 'b']) {
          const { entries, scratchpad } = await loaded(id);
          expect(entries.map((entry) => entry.id)).toEqual(
            [0, 1, 2, 3, 4].map((seq) => `${id}-${seq}`),
          );
          expect(scratchpad).toBe(`${id}4`);
        }
      });

      test('[STO-1] commits of different sessions may overlap', async () => {
        const ids = Array.from({ length: 20 }, (_, index) => `session-${index}`);
        await Promise.all(
          ids.map(async (id) => {
            await store.commit(id, aChange({ entries: someEntries(0, 3) }));
            await store.commit(id, aChange({ entries: someEntries(3, 6) }));
          }),
        );
        for (const id of ids) expect((await loaded(id)).entries).toEqual(someEntries(0, 6));
      });
    });

    describe('list', () => {
      test('[STO-5] is empty at first', async () => {
        expect(await store.list()).toEqual([]);
      });

      test('[STO-5] gives the newest update first, with its times and its number of entries', async () => {
        await store.commit('a', aChange({ atMs: 1000, entries: someEntries(0, 1) }));
        await store.commit('b', aChange({ atMs: 2000 }));
        await store.commit('c', aChange({ atMs: 3000 }));
        await store.commit('a', aChange({ atMs: 4000, entries: someEntries(1, 3) }));
        await reopen();
        expect(await store.list()).toEqual([
          { id: 'a', createdAtMs: 1000, updatedAtMs: 4000, entries: 3 },
          { id: 'c', createdAtMs: 3000, updatedAtMs: 3000, entries: 0 },
          { id: 'b', createdAtMs: 2000, updatedAtMs: 2000, entries: 0 },
        ]);
      });
    });

    describe('delete', () => {
      test('[STO-5] removes a session whole and leaves the others', async () => {
        for (const id of ['a', 'ab', 'b']) {
          await store.commit(
            id,
            aChange({
              entries: someEntries(0, 3),
              overlays: { value: someOverlays(), settingsKey: 'k' },
              scratchpad: { value: id },
              system: { value: `You help ${id}.` },
              compaction: aCompactionRecord(),
              tokens: new Map([[0, aTokenCount({ value: 3 })]]),
            }),
          );
        }
        const others = [await loaded('ab'), await loaded('b')];
        await store.delete('a');
        await reopen();
        expect(await store.load('a')).toBeUndefined();
        expect((await store.list()).map((info) => info.id)).toEqual(['ab', 'b']);
        expect([await loaded('ab'), await loaded('b')]).toEqual(others);
      });

      test('[STO-5] leaves nothing for a new session of the same id to find', async () => {
        await store.commit(
          'session',
          aChange({
            entries: someEntries(0, 3),
            overlays: { value: someOverlays(), settingsKey: 'k' },
            scratchpad: { value: 'a note' },
            system: { value: 'You find trains.' },
            compaction: aCompactionRecord(),
            tokens: new Map([[0, aTokenCount({ value: 3 })]]),
            head: { value: anEntry({ seq: 0 }).id },
            title: { value: 'Trains' },
          }),
        );
        await store.delete('session');
        const atMs = START_MS + 9000;
        await store.commit('session', aChange({ atMs, entries: someEntries(0, 1) }));
        expect(await loaded()).toEqual({
          info: { id: 'session', createdAtMs: atMs, updatedAtMs: atMs, entries: 1 },
          entries: someEntries(0, 1),
          overlays: noOverlays(),
          settingsKey: '',
          compactions: [],
        });
      });

      test('[STO-5] of an unknown session is no error', async () => {
        await expect(store.delete('unknown')).resolves.toBeUndefined();
      });
    });

    describe('an abort signal', () => {
      test('[STO-1] that has aborted rejects every call with its reason, and nothing is done', async () => {
        await store.commit('session', aChange({ entries: someEntries(0, 1) }));
        const { signal, abort } = aSimulatedAbort();
        const reason = new Error('the user left');
        abort(reason);
        const change = aChange({ entries: someEntries(1, 2) });
        await expect(store.load('session', { signal })).rejects.toBe(reason);
        await expect(store.list({ signal })).rejects.toBe(reason);
        await expect(store.commit('session', change, { signal })).rejects.toBe(reason);
        await expect(store.delete('session', { signal })).rejects.toBe(reason);
        expect((await loaded()).entries).toEqual(someEntries(0, 1));
      });

      test('[STO-1] that never aborts changes nothing', async () => {
        const { signal } = aSimulatedAbort();
        await store.commit('session', aChange({ entries: someEntries(0, 2) }), { signal });
        expect((await store.load('session', { signal }))?.entries).toEqual(someEntries(0, 2));
        expect(await store.list({ signal })).toHaveLength(1);
      });

      test('[STO-1] that aborts during a commit leaves all of the change or none of it', async () => {
        await store.commit('session', aChange({ entries: someEntries(0, 1) }));
        const { signal, abort } = aSimulatedAbort();
        const reason = new Error('the user left');
        const change = aChange({ entries: someEntries(1, 9), scratchpad: { value: 'a note' } });
        const committing = store.commit('session', change, { signal });
        abort(reason);
        const outcome = await committing.then(
          () => 'stored',
          (error: unknown) => error,
        );
        expect([reason, 'stored']).toContain(outcome);
        const { entries, scratchpad } = await loaded();
        const isStored = entries.length === 9;
        expect(entries).toEqual(someEntries(0, isStored ? 9 : 1));
        expect(scratchpad).toBe(isStored ? 'a note' : undefined);
        if (outcome === 'stored') expect(isStored).toBe(true);
      });
    });

    describe('close', () => {
      test('[STO-1] makes every later call reject as unavailable', async () => {
        await store.close();
        await refuses(store.load('session'), 'STORE_UNAVAILABLE');
        await refuses(store.commit('session', aChange()), 'STORE_UNAVAILABLE');
        await refuses(store.list(), 'STORE_UNAVAILABLE');
        await refuses(store.delete('session'), 'STORE_UNAVAILABLE');
      });

      test('[STO-1] may be called twice', async () => {
        await store.close();
        await expect(store.close()).resolves.toBeUndefined();
      });
    });
  });
}

/** Expects a rejection with this code, and gives the error. */
async function refuses(
  call: Promise<unknown>,
  code: AgentMemoryErrorCode,
): Promise<AgentMemoryError> {
  const error = await call.then(
    () => new Error(`Resolved, although ${code} was expected.`),
    (reason: unknown) => reason,
  );
  if (!AgentMemoryError.isInstance(error)) throw error;
  expect(error.code).toBe(code);
  return error;
}
