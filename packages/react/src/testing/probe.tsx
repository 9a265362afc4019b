import {
  type UseAgentMemoryOptions,
  type UseAgentMemoryResult,
  useAgentMemory,
} from '../hook/use-agent-memory.ts';

let sessions = 0;

/** An id that no other test has used: the registry lives as long as the page. */
export function freshId(): string {
  sessions += 1;
  return `session-${String(sessions).padStart(2, '0')}`;
}

/** Shows a memory and hands every rendered result to the test. */
export function Probe({
  options,
  seen,
}: {
  readonly options: UseAgentMemoryOptions;
  readonly seen: UseAgentMemoryResult[];
}) {
  const result = useAgentMemory(options);
  seen.push(result);
  return (
    <p>
      {result.status}: {result.entries} entries
    </p>
  );
}

export function last<Item>(items: readonly Item[]): Item {
  const item = items.at(-1);
  if (item === undefined) throw new Error('nothing was rendered');
  return item;
}

export function distinct<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)];
}
