import {
  type AgentMemory,
  type ContextSurroundings,
  createAgentMemory,
  type HistoryRecord,
  inMemoryStore,
  type MemoryStore,
  type SessionInfo,
  type ToolDefinition,
} from '@agent-memory/core';
import { errorText } from '@agent-memory/core/internal';
import { sessionCatalog } from '@agent-memory/sessions';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import type { InspectableMemory } from '../source/inspectable-memory.ts';
import { memorySource } from '../source/memory-source.ts';

/** A copy of the session in a file, in the memory of this page. */
export interface OpenedFile {
  /** The session's title, or its id. */
  readonly title: string;
  readonly source: DevtoolsSource;
  readonly dispose: () => void;
}

/** Larger ones are refused before they are read. */
const MAX_FILE_BYTES = 50_000_000;

/** The model's window where the file tells of no call. */
const UNTOLD_WINDOW_TOKENS = 128_000;

/**
 * Opens a session file as a copy that only this page has: its settings, system text and tools are those of
 * the newest recorded call, and its overlays stand as they were filed.
 *
 * @throws Error with a sentence for a person: the file, why it is none, and that nothing was changed.
 */
export async function openSessionFile(file: File): Promise<OpenedFile> {
  try {
    if (file.size > MAX_FILE_BYTES) throw new Error(tooLarge(file.size));
    const store = inMemoryStore();
    const info = await sessionCatalog(store).import(parsed(await file.text()), { from: 'backup' });
    return await openedSession(store, info);
  } catch (error) {
    throw new Error(
      `“${file.name}” was not opened, and nothing here has changed. ${errorText(error)}`,
      { cause: error },
    );
  }
}

function tooLarge(bytes: number): string {
  const megabytes = Math.ceil(bytes / 1_000_000);
  return `It has ${megabytes} MB; files of up to ${MAX_FILE_BYTES / 1_000_000} MB are opened.`;
}

function parsed(text: string): unknown {
  // Editors on Windows put a byte order mark in front; JSON allows none.
  const plain = text.replace(/^\uFEFF/, '');
  if (plain.trim() === '') throw new Error('It is empty.');
  const file = json(plain);
  if (!isObject(file) || file.format !== 'agent-memory-session') {
    throw new Error(
      'It is JSON, but no session file: those are written by `sessionCatalog(store).export(id)`.',
    );
  }
  if (typeof file.version === 'number' && file.version > 1) {
    throw new Error(
      `It has version ${file.version}, of a newer release; this page reads version 1. Open it with the devtools of that release.`,
    );
  }
  return file;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`It is not JSON, or was cut off: ${errorText(error)}`);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

async function openedSession(store: MemoryStore, info: SessionInfo): Promise<OpenedFile> {
  const stored = await store.load(info.id);
  const { budget, system, tools, model } = newestSurroundings(stored?.history ?? []);
  if (stored) {
    // The settings that made the overlays are not all in the file: without a name for them, they stand.
    const overlays = { value: stored.overlays, settingsKey: '' };
    await store.commit(info.id, { atMs: info.updatedAtMs, overlays });
  }
  const memory = createAgentMemory({
    id: info.id,
    store,
    ...(budget ? { budget } : { contextWindow: UNTOLD_WINDOW_TOKENS }),
    // Nothing is sent from here: they are shown, as the contexts of the time had them.
    ...(system && { system }),
    ...(tools && { tools: toolsOf(tools) }),
    ...(model !== undefined && { model }),
  });
  await memory.ready;
  const title = info.title || info.id;
  // Ages are those that the session had when it was last written.
  const source = memorySource(withPlan(memory), {
    name: title,
    nowMs: () => info.updatedAtMs,
    isCopy: true,
  });
  return { title, source, dispose: () => void memory.dispose() };
}

/** History keeps the tools as the JSON of the option. */
function toolsOf(text: string): readonly ToolDefinition[] {
  const tools: unknown = JSON.parse(text);
  return Array.isArray(tools) ? tools : [];
}

type Told = Partial<Pick<ContextSurroundings, 'budget' | 'system' | 'tools'>> & {
  readonly model?: string | undefined;
};

/** The newest word of the recorded calls on what the session stood in. */
function newestSurroundings(history: readonly HistoryRecord[]): Told {
  let told: Told = {};
  for (const record of history) {
    if (record.kind !== 'context') continue;
    told = {
      ...told,
      ...record.changed,
      ...(record.model !== undefined && { model: record.model }),
    };
  }
  return told;
}

/** Shows the context that would be sent next, where none was assembled here: assembling adds a call. */
function withPlan(memory: AgentMemory): InspectableMemory {
  let latest: { from: ReturnType<AgentMemory['getState']>; state: typeof latest.from };
  return {
    ...memory,
    getState: () => {
      const from = memory.getState();
      if (latest?.from !== from) {
        latest = { from, state: { ...from, plan: from.plan ?? memory.plan() } };
      }
      return latest.state;
    },
  };
}
