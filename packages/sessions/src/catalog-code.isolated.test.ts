import { createAgentMemory, inMemoryStore, StoreUnavailableError } from '@agent-memory/core';
import { afterEach, expect, test, vi } from 'vitest';
import { sessionCatalog } from './session-catalog.ts';

const CHUNKS = {
  export: './files/export-session.ts',
  import: './files/import-session.ts',
  eraseEntries: './erasing/erase-entries.ts',
  eraseShown: './erasing/erase-shown.ts',
  rename: './redaction.ts',
} as const;

afterEach(() => {
  for (const chunk of Object.values(CHUNKS)) vi.doUnmock(chunk);
  vi.resetModules();
});

test.each(Object.entries(CHUNKS))(
  '[STO-8] %s says so where its code cannot be fetched, changes nothing, and works once it can be',
  async (call, chunk) => {
    const store = inMemoryStore();
    const memory = createAgentMemory({ id: 'trip', store, contextWindow: 8000 });
    await memory.append({ role: 'user', content: 'Book ZFA04Y.' });
    await memory.dispose();
    const sessions = sessionCatalog(store, { redact: (text) => text });
    const calls = {
      export: () => sessions.export('trip'),
      import: () => sessions.import({}),
      eraseEntries: () => sessions.eraseEntries('trip', { entryIds: ['none'] }),
      eraseShown: () => sessions.eraseShown(['record']),
      rename: () => sessions.rename('trip', 'Lyon'),
    };
    const before = await store.load('trip');

    vi.doMock(chunk, () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    const refused = await calls[call as keyof typeof calls]().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreUnavailableError);
    expect((refused as Error).message).toMatch(/nothing was changed.*Call again/);
    expect((refused as Error).cause).toBeInstanceOf(Error);
    expect(await store.load('trip')).toEqual(before);

    vi.doUnmock(chunk);
    const again = await calls[call as keyof typeof calls]().catch((error: unknown) => error);
    expect(again).not.toBeInstanceOf(StoreUnavailableError);
  },
);
