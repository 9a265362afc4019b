import type { AbortSignalLike } from '@agent-memory/core';
import {
  errorText,
  type KnownNames,
  SerialQueue,
  throwIfAborted,
} from '@agent-memory/core/internal';
import { defineTool, type ModelTool } from '@agent-memory/core/tools';
import type { LongTermMemory } from '../memory/long-term-memory.ts';
import { checkFunction, checkMade, checkName, fieldsOf } from '../platform/check-argument.ts';
import type { Evidence, MemoryRecord } from '../records/memory-record.ts';
import { type Confirm, isConfirmed, NOT_ALLOWED } from './confirm.ts';
import {
  COMMAND_SCHEMA,
  type CreateCommand,
  type DeleteCommand,
  type FileCommand,
  type FileHandlers,
  type InsertCommand,
  type RenameCommand,
  readCommand,
  type StrReplaceCommand,
  type ViewCommand,
} from './file-commands.ts';
import { type Edited, insertedText, replacedText } from './file-edits.ts';
import { isWithin, ROOT } from './file-path.ts';
import { directoryView, numberedLines } from './file-views.ts';
import { type RecordFile, RecordFiles } from './record-files.ts';
import { doing, ToolProblem } from './tool-failure.ts';

/** How files are kept; every field may be left out. */
export interface AnthropicMemoryToolOptions {
  /** A namespace whose readers share the files. Default: they belong to the user alone. */
  readonly namespace?: string;
  /** The messages that a file is drawn from: the one that is being answered. Default: none. */
  readonly evidence?: () => readonly Evidence[];
  /** Asked ahead of every change. Default: all are let through. */
  readonly confirm?: Confirm;
}

const OPTIONS = {
  namespace: true,
  evidence: true,
  confirm: true,
} as const satisfies KnownNames<AnthropicMemoryToolOptions>;

/** The tool as Anthropic's Messages are told of it; Claude knows its commands. */
export interface AnthropicMemoryToolDefinition {
  readonly type: 'memory_20250818';
  readonly name: 'memory';
}

/** Anthropic's memory tool over records. */
export interface AnthropicMemoryTool {
  /** For `tools` of a request to Anthropic. */
  readonly definition: AnthropicMemoryToolDefinition;
  /** Runs the calls: for `runTool`, and for models that are told of it by its schema. */
  readonly tool: ModelTool;
  /** Runs the calls in Anthropic's SDK: for its `betaMemoryTool`. They reject with words for the model. */
  readonly handlers: FileHandlers;
}

/**
 * Anthropic's memory tool (`memory_20250818`): Claude keeps its notes as files under `/memories`, and
 * they are records like all others. They are found, listed, corrected, forgotten and erased as such.
 *
 * - A file is a pinned record of kind `artifact` under the key that is its path: it stays until it is
 *   deleted, and is read as unconfirmed until somebody verifies it.
 * - Deleting forgets. What the user said, put right or confirmed is a file that Claude reads and can
 *   neither change nor delete nor rename, and the same goes for the directories that it is in.
 * - A file has up to 20,000 characters as JSON. A directory is there while it has files.
 * - Commands run one after another; of two tabs that change one file the last one counts, and its
 *   history has both.
 *
 * @example
 * const files = anthropicMemoryTool(longTerm);
 * const request = { model, messages, tools: [files.definition] };
 * const result = await runTool([files.tool], call);
 *
 * @throws InvalidOptionError if an option is not known.
 */
export function anthropicMemoryTool(
  longTerm: LongTermMemory,
  options: AnthropicMemoryToolOptions = {},
): AnthropicMemoryTool {
  checkMade(longTerm, 'longTerm', 'list', 'set', 'forget');
  fieldsOf(options, OPTIONS, 'anthropicMemoryTool');
  const { namespace, evidence = () => [], confirm = () => true } = options;
  if (namespace !== undefined) checkName(namespace, 'namespace');
  checkFunction(evidence, 'evidence');
  checkFunction(confirm, 'confirm');
  const runner = new FileRunner(new RecordFiles(longTerm, { namespace, evidence }), confirm);
  const run = (input: unknown) => runner.run(input, undefined);
  return {
    definition: { type: 'memory_20250818', name: 'memory' },
    tool: defineTool({
      name: 'memory',
      description: `Your notes for later sessions, as text files under ${ROOT}. View ${ROOT} before you begin, and write down what a later session needs to go on.`,
      parameters: COMMAND_SCHEMA,
      execute: (args, { signal }) => runner.run(args, signal),
    }),
    handlers: {
      view: run,
      create: run,
      str_replace: run,
      insert: run,
      delete: run,
      rename: run,
    },
  };
}

type Files = ReadonlyMap<string, RecordFile>;

/** Runs commands one after another: a model may send several at once, and each builds on the others. */
class FileRunner {
  readonly #files: RecordFiles;
  readonly #confirm: Confirm;
  readonly #queue = new SerialQueue();

  constructor(files: RecordFiles, confirm: Confirm) {
    this.#files = files;
    this.#confirm = confirm;
  }

  /** @throws ToolProblem with words for the model; the reason of `signal` if it aborts. */
  run(input: unknown, signal: AbortSignalLike | undefined): Promise<string> {
    const work = async () => {
      throwIfAborted(signal);
      const command = readCommand(input);
      return this.#done(command, await this.#files.all({ signal }), signal);
    };
    return doing('Error: nothing was done', () => this.#queue.run(work), signal);
  }

  #done(command: FileCommand, files: Files, signal: AbortSignalLike | undefined): Promise<string> {
    switch (command.command) {
      case 'view':
        return this.#view(command, files);
      case 'create':
        return this.#create(command, files, signal);
      case 'str_replace':
        return this.#replace(command, files, signal);
      case 'insert':
        return this.#insert(command, files, signal);
      case 'delete':
        return this.#delete(command, files, signal);
      case 'rename':
        return this.#rename(command, files, signal);
      default:
        return command satisfies never;
    }
  }

  async #view({ path, view_range: range }: ViewCommand, files: Files): Promise<string> {
    const file = files.get(path);
    if (file) return `${path} with line numbers:\n${numberedLines(file.content, range)}`;
    if (!isDirectory(path, files)) throw missing(path);
    return directoryView(path, [...files.values()]);
  }

  async #create(
    { path, file_text: content }: CreateCommand,
    files: Files,
    signal: AbortSignalLike | undefined,
  ): Promise<string> {
    checkFree(path, files);
    const draft = this.#files.draft(path, content);
    if (!(await isConfirmed(this.#confirm, { kind: 'save', draft }))) return NOT_ALLOWED;
    await this.#files.write(draft, { signal });
    return `File created: ${path}`;
  }

  #replace(
    { path, old_str: before, new_str: after }: StrReplaceCommand,
    files: Files,
    signal: AbortSignalLike | undefined,
  ): Promise<string> {
    const file = existing(path, files);
    return this.#edit(file, replacedText(file.content, before, after, path), signal);
  }

  #insert(
    { path, insert_line: line, insert_text: added }: InsertCommand,
    files: Files,
    signal: AbortSignalLike | undefined,
  ): Promise<string> {
    const file = existing(path, files);
    return this.#edit(file, insertedText(file.content, line, added), signal);
  }

  async #edit(
    { path }: RecordFile,
    { content, shown }: Edited,
    signal: AbortSignalLike | undefined,
  ): Promise<string> {
    // Its key makes it take the place of what the file said.
    const draft = this.#files.draft(path, content);
    if (!(await isConfirmed(this.#confirm, { kind: 'save', draft }))) return NOT_ALLOWED;
    await this.#files.write(draft, { signal });
    return `File edited: ${path}. It says there now:\n${numberedLines(content, shown)}`;
  }

  async #delete(
    { path }: DeleteCommand,
    files: Files,
    signal: AbortSignalLike | undefined,
  ): Promise<string> {
    const gone = changeable(path, filesAt(path, files), 'deleted');
    const action = { kind: 'forget', records: recordsOf(gone) } as const;
    if (!(await isConfirmed(this.#confirm, action))) return NOT_ALLOWED;
    await this.#unchanged(gone, signal);
    await forEachFile('deleted', gone, (file) => this.#files.forget(file, { signal }));
    return `Deleted: ${path}${counted(path, gone)}`;
  }

  /** @throws ToolProblem if one of the files changed, or was settled, while the app was asked. */
  async #unchanged(
    files: readonly RecordFile[],
    signal: AbortSignalLike | undefined,
  ): Promise<void> {
    const now = await this.#files.all({ signal });
    const changed = files.find(({ path, record }) => isOlder(record, now.get(path)?.record));
    if (changed === undefined) return;
    throw new ToolProblem(
      `Error: ${changed.path} changed while the user was asked. Nothing was changed; view it again.`,
    );
  }

  async #rename(
    { old_path: from, new_path: to }: RenameCommand,
    files: Files,
    signal: AbortSignalLike | undefined,
  ): Promise<string> {
    const moved = changeable(from, filesAt(from, files), 'renamed');
    if (isWithin(to, from)) {
      throw new ToolProblem(`Error: ${to} is in ${from} itself. Nothing was changed.`);
    }
    checkFree(to, files);
    const drafts = new Map(
      moved.map((file) => {
        const path = to + file.path.slice(from.length);
        return [file, this.#files.draft(path, file.content, file.record)];
      }),
    );
    const records = recordsOf(moved);
    const isAgreed = await isConfirmed(this.#confirm, { kind: 'move', records, from, to });
    if (!isAgreed) return NOT_ALLOWED;
    await this.#unchanged(moved, signal);
    await forEachFile('renamed', [...drafts], ([, draft]) => this.#files.write(draft, { signal }));
    return `Renamed: ${from} to ${to}${counted(from, moved)}`;
  }
}

/** One that is gone by now is as it should be. */
function isOlder(record: MemoryRecord, now: MemoryRecord | undefined): boolean {
  return now !== undefined && (now.id !== record.id || now.revision !== record.revision);
}

function isDirectory(path: string, files: Files): boolean {
  return path === ROOT || [...files.keys()].some((one) => isWithin(one, path));
}

/** The file of a path, or all files of the directory. */
function filesAt(path: string, files: Files): readonly RecordFile[] {
  if (path === ROOT) {
    throw new ToolProblem(`Error: ${ROOT} itself stays; take what is in it. Nothing was changed.`);
  }
  const found = [...files.values()].filter(
    (file) => file.path === path || isWithin(file.path, path),
  );
  if (found.length === 0) throw missing(path);
  return found;
}

/** @throws ToolProblem if the user settled one of the files: neither it nor those beside it change. */
function changeable(
  path: string,
  files: readonly RecordFile[],
  done: string,
): readonly RecordFile[] {
  const settled = files.find(({ isSettled }) => isSettled);
  if (settled === undefined) return files;
  throw new ToolProblem(
    settled.path === path
      ? `Error: the user settled what this file says. It stays as it is, and is not ${done}.`
      : `Error: the user settled what ${settled.path} says. It stays where it is, and nothing in ${path} was ${done}; take the other files one by one.`,
  );
}

function existing(path: string, files: Files): RecordFile {
  const file = files.get(path);
  if (file) return file;
  if (!isDirectory(path, files)) throw missing(path);
  throw new ToolProblem(`Error: ${path} is a directory, not a file. Nothing was changed.`);
}

function missing(path: string): ToolProblem {
  return new ToolProblem(
    `Error: there is no ${path}. Nothing was changed; view ${ROOT} to see what there is.`,
  );
}

/** @throws ToolProblem if something is there, or a file stands where a directory would have to be. */
function checkFree(path: string, files: Files): void {
  if (files.has(path) || isDirectory(path, files)) {
    throw new ToolProblem(
      `Error: ${path} exists already. Nothing was changed; edit it with str_replace or insert, or take another name.`,
    );
  }
  const file = [...files.keys()].find((one) => isWithin(path, one));
  if (file === undefined) return;
  throw new ToolProblem(
    `Error: ${file} is a file, so that nothing can be in it. Nothing was changed.`,
  );
}

function recordsOf(files: readonly RecordFile[]) {
  return files.map(({ record }) => record);
}

function counted(path: string, files: readonly RecordFile[]): string {
  const isOne = files.length === 1 && files[0]?.path === path;
  return isOne ? '' : ` (files: ${files.length})`;
}

/** One after another; where one fails, the model is told how far it came. */
async function forEachFile<Item>(
  done: string,
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
): Promise<void> {
  let count = 0;
  for (const item of items) {
    try {
      await act(item);
    } catch (error) {
      if (items.length === 1) throw error;
      throw new ToolProblem(
        `${errorText(error)} Of ${items.length} files ${count} were ${done}; view ${ROOT} to see them.`,
        { cause: error },
      );
    }
    count += 1;
  }
}
