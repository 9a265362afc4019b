import { describe, expect, test } from 'vitest';
import { emptyValueIndex } from '../../condense/value-index.ts';
import type { Part } from '../../message/message.ts';
import { COMPACTIONS_KEPT } from '../../store/memory-store.ts';
import { noOverlays } from '../../view/overlay.ts';
import {
  aChange,
  aCompactionRecord,
  anEntry,
  aTextMessage,
  aTokenCount,
  aToolCall,
  aToolResult,
  START_MS,
  someEntries,
  someOverlays,
} from '../builders.ts';
import { refuses, type StoreInTest } from './store-in-test.ts';

/** Values come back as they went in. */
export function valuesContract({ store, loaded, reopen }: StoreInTest): void {
  async function roundTrip(parts: readonly Part[]): Promise<readonly Part[] | undefined> {
    const entry = anEntry({ message: { role: 'user', parts } });
    await store.commit('session', aChange({ entries: [entry] }));
    await reopen();
    return (await loaded()).entries[0]?.message.parts;
  }

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

    test('[HIS-4] the reasons of overlays come back equal', async () => {
      const why = {
        rule: 'OUTSIDE_WINDOW',
        decidedBy: 'sliding-window(8)',
        numbers: { windowMessages: 8, leastNewerMessages: 12 },
        sentence: 'Further back than 8 messages.',
        remedy: 'A larger window.',
        keeps: {
          windows: [{ policy: 'sliding-window(8)', messages: 8 }],
          tools: [{ toolName: 'search', tokens: 900 }],
        },
      };
      const value = someOverlays({
        ranges: [{ fromSeq: 1, toSeq: 3, compactionId: 'compaction-1', tokens: 20, why }],
        entries: new Map([
          [5, { kind: 'evicted-results', seq: 5, compactionId: 'compaction-1', why }],
        ]),
      });
      await store.commit('session', aChange({ overlays: { value, settingsKey: 'k' } }));
      await reopen();
      expect((await loaded()).overlays).toEqual(value);
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
}
