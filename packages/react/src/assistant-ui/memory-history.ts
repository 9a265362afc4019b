import type { AgentMemory, Entry } from '@agent-memory/core';
import type { ExportedMessageRepository, ThreadHistoryAdapter } from '@assistant-ui/react';
import { queueOf } from '../chat/memory-queue.ts';
import { assistantUiFormat } from './assistant-ui-format.ts';
import { ASSISTANT_UI } from './read-thread-message.ts';
import { writeThreadMessages } from './write-thread-messages.ts';

/** The part of a memory that a history uses. */
export type HistoryMemory = Pick<
  AgentMemory<unknown>,
  'branches' | 'entries' | 'entry' | 'messages' | 'reconcile'
>;

type HistoryItem = Parameters<ThreadHistoryAdapter['append']>[0];

const FORMAT = { format: assistantUiFormat } as const;

/**
 * Keeps the history of a thread of assistant-ui's local runtime in a memory: `load` gives the stored
 * conversation with all its branches, and new, edited and regenerated messages are stored on their
 * branch. Use it with `memoryChatModel`, or with a chat model of your own.
 *
 * assistant-ui does not tell a history when the user switches to another branch: that branch becomes the
 * head of the memory with the next message that is sent on it through `memoryChatModel`. Messages are
 * never deleted.
 *
 * Runtimes over AI SDK need no history: give them `memory.transport(inner)` as their transport, which
 * keeps the messages, and `memory.messages({ format: aiSdkUi })` to begin with.
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
  const queue = queueOf(memory);
  /** The last entry of each message that was loaded or stored here. */
  const lastEntries = new Map<string, string>();

  async function load(): Promise<ExportedMessageRepository> {
    // The memory hears that a thread shows its messages.
    await memory.messages();
    const { repository, lastEntryIds } = storedThread(memory);
    for (const [id, entryId] of lastEntryIds) lastEntries.set(id, entryId);
    return repository;
  }

  function placeOf(parentId: string | null): { readonly after?: string | null } {
    if (parentId === null) return { after: null };
    const after = lastEntries.get(parentId) ?? lastEntryOf(memory, parentId);
    // A parent that was never stored has no place; the message is appended at the head.
    return after === undefined ? {} : { after };
  }

  function remember({ message }: HistoryItem, entries: readonly Entry[]): void {
    const last = entries.at(-1);
    if (last) lastEntries.set(message.id, last.id);
  }

  return {
    load,
    // A runtime does not wait for one message before it stores the next, whose place depends on it.
    append: (item) =>
      queue.run(async () => {
        const place = placeOf(item.parentId);
        remember(item, await memory.reconcile([item.message], { ...FORMAT, ...place }));
      }),
    update: (item) =>
      queue.run(async () => {
        remember(item, await memory.reconcile([item.message], FORMAT));
      }),
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
 * The stored conversation as a tree of messages. A message that several branches share is in it once;
 * where a message has several versions, each has the id of its first entry, which no other has.
 */
function storedThread(memory: HistoryMemory): StoredThread {
  const messages: ExportedMessageRepository['messages'] = [];
  const lastEntryIds = new Map<string, string>();
  /** Ids of messages, by their parent and the entries that they are made of. */
  const idByEntries = new Map<string, string>();
  let headId: string | null = null;
  for (const branch of memory.branches()) {
    let parentId: string | null = null;
    for (const { message, entryIds } of writeThreadMessages(pathTo(memory, branch.headId))) {
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
