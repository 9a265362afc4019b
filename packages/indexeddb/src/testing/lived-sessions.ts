import {
  type AgentMemory,
  createAgentMemory,
  fixedBudget,
  type MemoryStore,
  sessionCatalog,
  type TokenCounter,
} from '@agent-memory/core';
import {
  aChange,
  aCompactionRecord,
  anEntry,
  aSimulatedClock,
  aTokenCount,
  START_MS,
  someEntries,
  someOverlays,
} from '@agent-memory/core/testing';

/** A token is a word; enough for a dump, and nothing has to be loaded. */
const wordCounter: TokenCounter = {
  encoding: 'words',
  source: 'counted',
  count: (text) => text.match(/\S+/g)?.length ?? 0,
};

/** The session with everything that a conversation leaves behind. */
export const LIVED_ID = 'trip';

/** A memory of the lived session, as a page makes it; ids made by it begin with `page`. */
export function aMemoryOfTheTrip(store: MemoryStore, page: string): AgentMemory {
  return createAgentMemory({
    id: LIVED_ID,
    system: () => 'You plan trips by train. Today is 2026-01-01.',
    budget: fixedBudget(1_000, { high: 1, low: 0.8 }),
    tokenCounter: wordCounter,
    clock: aSimulatedClock(),
    createId: countingIds(page),
    toolHints: { position: { latestOnly: true } },
    store,
  });
}

/** Fills a store with one session of every kind that people's disks hold. */
export async function liveSessions(store: MemoryStore): Promise<void> {
  await liveTheTrip(store);
  await store.commit('pad', aChange({ entries: someEntries(0, 2), scratchpad: { value: aPad() } }));
  await store.commit('nothing in the pad', aChange({ scratchpad: { value: undefined } }));
  await store.commit('parts', aChange({ entries: [anEntry({ message: aMessageOfOddParts() })] }));
  const counted = new Map([[1, aTokenCount({ value: 77, source: 'provider' })]]);
  await store.commit('counted', aChange({ entries: someEntries(0, 3) }));
  await store.commit('counted', aChange({ atMs: START_MS + 5, tokens: counted }));
  await store.commit('begun anew', aChange({ entries: someEntries(0, 2), head: { value: null } }));
  await store.commit(
    'every overlay',
    aChange({
      entries: someEntries(0, 8),
      overlays: { value: someOverlays(), settingsKey: 'of another release' },
      compaction: aCompactionRecord(),
    }),
  );
  await store.commit('named', aChange({ title: { value: 'Züge 🚂' } }));
}

async function liveTheTrip(store: MemoryStore): Promise<void> {
  const memory = aMemoryOfTheTrip(store, 'first-page');
  await memory.append({ role: 'user', content: 'Book ZFA04Y to Lyon for 2026-05-20, two seats.' });
  for (let turn = 0; turn < 7; turn += 1) await liveATurn(memory, turn);
  await memory.patchScratchpad({ objective: 'Lyon', keyFacts: ['ZFA04Y', 'two seats'] });
  await memory.append({ id: 'answer', role: 'assistant', content: 'There is one at 7:42.' });
  const before = memory.entry('answer')?.parentId ?? null;
  const other = { id: 'other', role: 'assistant', content: 'There is one at 9:12.' } as const;
  await memory.append(other, { after: before });
  await memory.append({ id: 'thanks', role: 'user', content: 'Thanks, the later one.' });
  await memory.assemble();
  await memory.moveHead('answer');
  await memory.dispose();
  await sessionCatalog(store, { clock: aSimulatedClock() }).rename(LIVED_ID, 'Trip to Lyon');
}

/** Long results, the same call again, a call that is long itself, and results that outdate others. */
async function liveATurn(memory: AgentMemory, turn: number): Promise<void> {
  const calls = [
    aCall(`find-${turn}`, { query: `trains ${turn % 2}` }),
    aCall(`position-${turn}`, {}),
    ...(turn % 2 === 0
      ? [aCall(`note-${turn}`, { text: `Line of the note ${turn}. `.repeat(40) })]
      : []),
  ];
  await memory.append({ role: 'assistant', content: null, tool_calls: calls });
  for (const { id } of calls) {
    const lines = id.startsWith('find') ? 50 : 2;
    const content = `REF-${turn}0011 leaves at 7:4${turn}. `.repeat(lines);
    await memory.append({ role: 'tool', tool_call_id: id, content });
  }
  const advice = `On day ${turn} I advise the train by way of Geneva, since it waits for REF-${turn}0011.`;
  await memory.append({ role: 'assistant', content: advice });
  await memory.append({ role: 'user', content: `And on day ${turn + 1}, by way of Geneva?` });
  await memory.assemble();
}

function aCall(id: string, args: unknown) {
  const [name = ''] = id.split('-');
  return { id, type: 'function' as const, function: { name, arguments: JSON.stringify(args) } };
}

function aPad() {
  return {
    when: new Date(START_MS),
    seats: new Map<unknown, unknown>([['A', new Set([1, 2])]]),
    ticket: new Blob(['QR of ZFA04Y'], { type: 'text/plain' }),
    code: Uint8Array.of(0, 127, 255),
    price: 120n,
    list: [null, undefined, { nested: [] }],
  };
}

function aMessageOfOddParts() {
  return {
    role: 'user' as const,
    parts: [
      { type: 'image' as const, url: 'data:image/png;base64,AA==', width: 8, height: 4 },
      { type: 'unknown' as const, value: { type: 'data-trip', bytes: Uint8Array.of(1, 2, 3) } },
    ],
    extra: { metadata: { from: 'Zürich' } },
  };
}

function countingIds(page: string): () => string {
  let made = 0;
  return () => `${page}-${String(++made).padStart(4, '0')}`;
}
