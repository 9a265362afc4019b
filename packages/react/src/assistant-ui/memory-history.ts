import type { AgentMemory, Entry } from '@agent-memory/core';
import type { ExportedMessageRepository, ThreadHistoryAdapter } from '@assistant-ui/react';
import { assistantUiFormat } from './assistant-ui-format.ts';
import { ASSISTANT_UI } from './assistant-ui-message.ts';
import { threadMessages } from './thread-messages.ts';

/** What a history needs of a memory. */
export type HistoryMemory = Pick<
  AgentMemory<unknown>,
  'append' | 'branches' | 'entries' | 'entry' | 'getState' | 'ready' | 'sync'
>;

type HistoryItem = Parameters<ThreadHistoryAdapter['append']>[0];

const FORMAT = { format: assistantUiFormat } as const;

/**
 * The history of a thread of assistant-ui's local runtime, in a memory: `load` gives the stored
 * conversation with every branch of it, and what is said, edited or answered anew is stored where it
 * belongs. It goes with `memoryChatModel`, and with a chat model of one's own.
 *
 * Switching to another branch is not told to a history: it becomes the head of the memory with the
 * next message that is sent there through `memoryChatModel`. Messages are not deleted.
 *
 * Runtimes over AI SDK need none: give them `memory.transport(inner)`, which keeps what is said, as
 * their transport, and `memory.messages({ format: 'ai-sdk-ui' })` as the messages to begin with.
 *
 * @example
 * ```tsx
 * import { useLocalRuntime } from '@assistant-ui/react';
 *
 * const { memory } = useAgentMemory({ id: 'support', contextWindow: 128_000 });
 * const [history] = useState(() => memoryHistory(memory));
 * const runtime = useLocalRuntime(chatModel, { adapters: { history } });
 * ```
 */
export function memoryHistory(memory: HistoryMemory): ThreadHistoryAdapter {
  /** The last entry of each message that was loaded or stored here. */
  const lastEntries = new Map<string, string>();

  async function load(): Promise<ExportedMessageRepository> {
    await memory.ready;
    const { repository, lastEntryIds } = storedThread(memory);
    for (const [id, entryId] of lastEntryIds) lastEntries.set(id, entryId);
    return repository;
  }

  function placeOf(parentId: string | null): { readonly after?: string | null } {
    if (parentId === null) return { after: null };
    const after = lastEntries.get(parentId) ?? lastEntryOf(memory, parentId);
    // A parent that was never stored cannot be followed; the conversation goes on where it is.
    return after === undefined ? {} : { after };
  }

  function remember({ message }: HistoryItem, entries: readonly Entry[]): void {
    const last = entries.at(-1);
    if (last) lastEntries.set(message.id, last.id);
  }

  return {
    load,
    async append(item) {
      const place = placeOf(item.parentId);
      remember(item, await memory.append([item.message], { ...FORMAT, ...place }));
    },
    async update(item) {
      remember(item, await memory.sync([item.message], FORMAT));
    },
  };
}

/** The last entry of a message of the conversation. */
function lastEntryOf(memory: HistoryMemory, messageId: string): string | undefined {
  const entry = memory.entries().findLast((each) => messageIdOf(each) === messageId);
  return entry?.id ?? memory.entry(messageId)?.id;
}

function messageIdOf({ id, message }: Entry): string {
  const ownId = message.format === ASSISTANT_UI ? message.extra?.id : undefined;
  return typeof ownId === 'string' ? ownId : id;
}

interface StoredThread {
  readonly repository: ExportedMessageRepository;
  /** The last entry of each message of it. */
  readonly lastEntryIds: ReadonlyMap<string, string>;
}

/**
 * The stored conversation as a tree of messages. What several branches begin with is in it once; a
 * message of which there are several versions has the id of its first entry, which no other has.
 */
function storedThread(memory: HistoryMemory): StoredThread {
  const messages: ExportedMessageRepository['messages'] = [];
  const lastEntryIds = new Map<string, string>();
  /** By the entries that they are made of. */
  const idByEntries = new Map<string, string>();
  let headId: string | null = null;
  for (const branch of memory.branches()) {
    let parentId: string | null = null;
    for (const { message, entryIds } of threadMessages(pathTo(memory, branch.headId))) {
      const key = JSON.stringify([parentId, entryIds]);
      let id = idByEntries.get(key);
      if (id === undefined) {
        id = freeId([message.id, entryIds[0] ?? message.id], lastEntryIds);
        messages.push({ message: { ...message, id }, parentId });
        idByEntries.set(key, id);
        lastEntryIds.set(id, entryIds.at(-1) ?? id);
      }
      parentId = id;
    }
    if (branch.isCurrent) headId = parentId;
  }
  return { repository: { headId, messages }, lastEntryIds };
}

function freeId(
  [wanted, other]: readonly [string, string],
  taken: ReadonlyMap<string, string>,
): string {
  let id = taken.has(wanted) ? other : wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${other}~${number}`;
  return id;
}

function pathTo(memory: HistoryMemory, headId: string): readonly Entry[] {
  const path: Entry[] = [];
  for (let entry = memory.entry(headId); entry; ) {
    path.push(entry);
    entry = entry.parentId === null ? undefined : memory.entry(entry.parentId);
  }
  return path.reverse();
}
