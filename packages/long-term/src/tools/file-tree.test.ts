import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { anthropicMemoryTool } from './anthropic-memory-tool.ts';
import type { FileCommand } from './file-commands.ts';

/** Files as a plain map, without records: what a command ought to come to. `undefined`: it is refused. */
type Tree = ReadonlyMap<string, string>;

function after(tree: Tree, command: FileCommand): Tree | undefined {
  const files = new Map(tree);
  const under = (path: string) => [...files.keys()].filter((one) => one.startsWith(`${path}/`));
  const taken = (path: string) =>
    files.has(path) ||
    under(path).length > 0 ||
    [...files.keys()].some((one) => path.startsWith(`${one}/`));
  switch (command.command) {
    case 'view':
      return files.has(command.path) || under(command.path).length > 0 ? files : undefined;
    case 'create':
      if (taken(command.path)) return undefined;
      return files.set(command.path, command.file_text);
    case 'str_replace': {
      const pieces = files.get(command.path)?.split(command.old_str) ?? [];
      if (pieces.length !== 2) return undefined;
      return files.set(command.path, pieces.join(command.new_str));
    }
    case 'insert': {
      const lines = files.get(command.path)?.split('\n');
      if (!lines || command.insert_line > lines.length) return undefined;
      lines.splice(command.insert_line, 0, command.insert_text);
      return files.set(command.path, lines.join('\n'));
    }
    case 'delete': {
      const gone = [command.path, ...under(command.path)].filter((path) => files.delete(path));
      return gone.length > 0 ? files : undefined;
    }
    case 'rename': {
      const { old_path: from, new_path: to } = command;
      const moved = [from, ...under(from)].filter((path) => files.has(path));
      if (moved.length === 0 || taken(to) || to.startsWith(`${from}/`)) return undefined;
      for (const path of moved) {
        files.set(to + path.slice(from.length), files.get(path) ?? '');
        files.delete(path);
      }
      return files;
    }
    default:
      return command satisfies never;
  }
}

const name = fc.constantFrom('a', 'b', 'c');
const path = fc
  .array(name, { minLength: 1, maxLength: 3 })
  .map((names) => `/memories/${names.join('/')}`);
/** Texts that differ in case, spaces and full stops alone are other files all the same. */
const text = fc
  .array(fc.constantFrom('x', 'X', 'y.', 'y', '', ' ', '$&', 'tomorrow'), { maxLength: 4 })
  .map((words) => words.join('\n'));

const command: fc.Arbitrary<FileCommand> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ command: fc.constant('create' as const), path, file_text: text }),
  },
  fc.record({ command: fc.constant('view' as const), path }),
  fc.record({
    command: fc.constant('str_replace' as const),
    path,
    old_str: fc.constantFrom('x', 'X', 'y', '\n'),
    new_str: text,
  }),
  fc.record({
    command: fc.constant('insert' as const),
    path,
    insert_line: fc.nat({ max: 5 }),
    insert_text: fc.constantFrom('x', '', 'y.'),
  }),
  fc.record({ command: fc.constant('delete' as const), path }),
  fc.record({ command: fc.constant('rename' as const), old_path: path, new_path: path }),
);

test('[LTM-11] files over records are what a plain tree of files would be (seed 20261124)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 25 }), async (commands) => {
      const longTerm = createLongTermMemory({ user: 'ada' });
      const { handlers } = anthropicMemoryTool(longTerm);
      let tree: Tree = new Map();
      for (const one of commands) {
        const next = after(tree, one);
        const isDone = await handlers.view.call(handlers, one as never).then(
          () => true,
          () => false,
        );
        expect(isDone, JSON.stringify(one)).toBe(next !== undefined);
        tree = next ?? tree;
      }
      const { items } = await longTerm.list({}, { limit: 500 });
      const stored = items.map(({ record }) => [record.key, record.value]);
      expect(stored.toSorted()).toEqual([...tree].toSorted());
    }),
    { seed: 20261124, numRuns: 150 },
  );
});
