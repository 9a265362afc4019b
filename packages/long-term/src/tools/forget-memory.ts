import { defineTool, type ModelTool } from '@agent-memory/core/tools';
import type { CallOptions, LongTermMemory } from '../memory/long-term-memory.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { isUsersWord } from '../records/users-word.ts';
import { type Confirm, isConfirmed, NOT_ALLOWED } from './confirm.ts';
import { refusalWords } from './refusal-words.ts';
import { doing, ToolProblem } from './tool-failure.ts';
import { schemaOf } from './tool-schema.ts';

/** The means of the tool that forgets. */
export interface ForgetParts {
  readonly longTerm: LongTermMemory;
  readonly strict: boolean;
  /** Absent: nobody can be asked. */
  readonly confirm: Confirm | undefined;
  /** Whether it forgets what the user said though nobody can be asked. */
  readonly mayForgetStated: boolean;
  /** Is told of the user's word that was forgotten though nobody was asked. */
  readonly onForgetUnasked: (record: MemoryRecord) => void;
}

/** The tool by which a model has a record given out no more. It never erases. */
export function forgetTool(parts: ForgetParts): ModelTool {
  return defineTool({
    name: 'forget_memory',
    description:
      'Forgets one record: it is given to you no more. Call it when the user asks for it, or when a record is wrong and nothing takes its place; to put one right, save the right statement with `corrects`. What the user said or confirmed goes only where the user agrees.',
    parameters: schemaOf(
      {
        needed: {
          id: { type: 'string', description: 'The id of the record, as `search_memory` gives it.' },
        },
        optional: {},
      },
      parts.strict,
    ),
    execute: ({ id }, { signal }) =>
      doing('Nothing was forgotten', () => forget(id, parts, { signal }), signal),
  });
}

async function forget(
  id: unknown,
  { longTerm, confirm, mayForgetStated, onForgetUnasked }: ForgetParts,
  options: CallOptions,
): Promise<string> {
  if (typeof id !== 'string' || id === '') {
    throw new ToolProblem('Nothing was forgotten: `id` must be the id of a record.');
  }
  const known = await longTerm.record(id, options);
  if (known === undefined || known.record.ended !== undefined) return unknown(id);
  const { record } = known;
  if (confirm === undefined && !mayForgetStated && isUsersWord(record)) return usersWord(id);
  if (confirm) {
    if (!(await isConfirmed(confirm, { kind: 'forget', records: [record] }))) return NOT_ALLOWED;
    // The app agreed to what it was shown, and to nothing else.
    const now = await longTerm.record(id, options);
    if (now?.record.revision !== record.revision) return changed(id);
  }
  const outcome = await longTerm.forget(id, options);
  if (outcome.kind === 'refused') {
    const { refusal } = outcome;
    return refusal.rule === 'UNKNOWN_RECORD' ? unknown(id) : refusalWords('Not forgotten', refusal);
  }
  if (confirm === undefined && isUsersWord(record)) onForgetUnasked(record);
  return `Forgotten: ${id}. It is given to you no more.`;
}

function usersWord(id: string): string {
  return `Nothing was forgotten: ${shown(id)} is what the user said or confirmed, and you may not take it back here. Tell the user to remove it in the app; if it changed, save what holds now with \`corrects\`.`;
}

function changed(id: string): string {
  return `Nothing was forgotten: ${shown(id)} changed while the user was asked. Look at it again with \`search_memory\`.`;
}

function unknown(id: string): string {
  return `Nothing was forgotten: no record "${shown(id)}" holds. Look for its id with \`search_memory\`.`;
}

function shown(id: string): string {
  return id.slice(0, 80).toWellFormed();
}
