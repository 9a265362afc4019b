import type { ToolParameters } from '@agent-memory/core/tools';
import { filePath } from './file-path.ts';
import { ToolProblem } from './tool-failure.ts';

/** Shows a directory, or the lines of a file. */
export interface ViewCommand {
  readonly command: 'view';
  readonly path: string;
  /** First and last line, from 1; -1 stands for the end of the file. */
  readonly view_range?: readonly number[];
}

/** Makes a file. */
export interface CreateCommand {
  readonly command: 'create';
  readonly path: string;
  readonly file_text: string;
}

/** Puts a text in the place of another one that is in the file once. */
export interface StrReplaceCommand {
  readonly command: 'str_replace';
  readonly path: string;
  readonly old_str: string;
  readonly new_str: string;
}

/** Puts lines behind a line; 0 is the beginning of the file. */
export interface InsertCommand {
  readonly command: 'insert';
  readonly path: string;
  readonly insert_line: number;
  readonly insert_text: string;
}

/** Forgets a file, or all files of a directory. */
export interface DeleteCommand {
  readonly command: 'delete';
  readonly path: string;
}

/** Gives a file or a directory another path. */
export interface RenameCommand {
  readonly command: 'rename';
  readonly old_path: string;
  readonly new_path: string;
}

/** A command of Anthropic's memory tool, version `memory_20250818`. */
export type FileCommand =
  | ViewCommand
  | CreateCommand
  | StrReplaceCommand
  | InsertCommand
  | DeleteCommand
  | RenameCommand;

/** A function for each command, as `betaMemoryTool` of Anthropic's SDK takes them. */
export type FileHandlers = {
  readonly [Name in FileCommand['command']]: (
    command: Extract<FileCommand, { readonly command: Name }>,
  ) => Promise<string>;
};

type Input = Readonly<Record<string, unknown>>;

const READERS: {
  readonly [Name in FileCommand['command']]: (
    input: Input,
  ) => Extract<FileCommand, { readonly command: Name }>;
} = {
  view: (input) => {
    const range = viewRange(input.view_range);
    return {
      command: 'view',
      path: filePath(input.path, 'path'),
      ...(range === undefined ? {} : { view_range: range }),
    };
  },
  create: (input) => ({
    command: 'create',
    path: filePath(input.path, 'path'),
    file_text: text(input, 'file_text'),
  }),
  str_replace: (input) => ({
    command: 'str_replace',
    path: filePath(input.path, 'path'),
    old_str: text(input, 'old_str'),
    // Left out by models that want the text gone.
    new_str: (input.new_str ?? null) === null ? '' : text(input, 'new_str'),
  }),
  insert: (input) => ({
    command: 'insert',
    path: filePath(input.path, 'path'),
    insert_line: whole(input.insert_line, 'insert_line'),
    insert_text: text(input, 'insert_text'),
  }),
  delete: (input) => ({ command: 'delete', path: filePath(input.path, 'path') }),
  rename: (input) => ({
    command: 'rename',
    old_path: filePath(input.old_path, 'old_path'),
    new_path: filePath(input.new_path, 'new_path'),
  }),
};

/**
 * Reads what a model sent as a command.
 *
 * @throws ToolProblem if it is none.
 */
export function readCommand(input: unknown): FileCommand {
  const fields: Input = typeof input === 'object' && input !== null ? { ...input } : {};
  const { command } = fields;
  if (typeof command !== 'string' || !isCommand(command)) {
    throw new ToolProblem(`Error: \`command\` must be one of ${Object.keys(READERS).join(', ')}.`);
  }
  return READERS[command](fields);
}

function isCommand(name: string): name is FileCommand['command'] {
  return Object.hasOwn(READERS, name);
}

function text(input: Input, field: string): string {
  const given = input[field];
  if (typeof given === 'string') return given.toWellFormed();
  throw new ToolProblem(`Error: \`${field}\` must be a text. Nothing was changed.`);
}

function whole(given: unknown, field: string): number {
  if (typeof given === 'number' && Number.isInteger(given)) return given;
  throw new ToolProblem(`Error: \`${field}\` must be a whole number. Nothing was changed.`);
}

function viewRange(given: unknown): readonly [number, number] | undefined {
  if ((given ?? null) === null) return undefined;
  if (!Array.isArray(given) || given.length !== 2) {
    throw new ToolProblem('Error: `view_range` must be two line numbers: first and last.');
  }
  const [first, last]: readonly unknown[] = given;
  return [whole(first, 'view_range'), whole(last, 'view_range')];
}

/** The commands as one JSON Schema, for models that have no such tool built in. */
export const COMMAND_SCHEMA: ToolParameters = {
  type: 'object',
  properties: {
    command: {
      type: 'string',
      enum: Object.keys(READERS),
      description:
        'view: a directory, or the numbered lines of a file. create: a new file. str_replace: puts `new_str` in the place of `old_str`, which must be in the file once. insert: `insert_text` behind line `insert_line`. delete: a file or directory. rename: `old_path` to `new_path`.',
    },
    path: { type: 'string', description: 'Path below /memories; all commands but rename.' },
    view_range: {
      type: 'array',
      items: { type: 'integer' },
      description: 'For view: first and last line, from 1; -1 is the end.',
    },
    file_text: { type: 'string', description: 'For create: what the file says.' },
    old_str: { type: 'string', description: 'For str_replace.' },
    new_str: { type: 'string', description: 'For str_replace.' },
    insert_line: { type: 'integer', description: 'For insert: 0 is the beginning of the file.' },
    insert_text: { type: 'string', description: 'For insert.' },
    old_path: { type: 'string', description: 'For rename.' },
    new_path: { type: 'string', description: 'For rename: must not be taken.' },
  },
  required: ['command'],
  additionalProperties: false,
};
