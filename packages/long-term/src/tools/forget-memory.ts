import type { ModelTool } from '@agent-memory/agent';
import type { CallOptions, LongTermMemory } from '../memory/long-term-memory.ts';
import { isUsersWord } from '../records/users-word.ts';
import {
  type Confirm,
  isConfirmed,
  memoryTool,
  NOT_ALLOWED,
  refusalWords,
  ToolProblem,
} from './memory-tool.ts';

/** The means of the tool that forgets. */
export interface ForgetParts {
  readonly longTerm: LongTermMemory;
  /** Absent: nobody can be asked. */
  readonly confirm: Confirm | undefined;
}

/** The tool by which a model has a record given out no more. It never erases. */
export function forgetTool(parts: ForgetParts): ModelTool {
  return memoryTool({
    name: 'forget_memory',
    description:
      'Forgets one record: it is given to you no more. Call it when the user asks for it, or when a record is wrong and nothing replaces it; to put one right, save the right statement with `corrects`. What the user said or confirmed goes only where the user agrees.',
    needed: {
      id: { type: 'string', description: 'The id of the record, as `search_memory` gives it.' },
    },
    failure: 'Nothing was forgotten',
    run: ({ id }, options) => forget(id, parts, options),
  });
}

async function forget(
  id: unknown,
  { longTerm, confirm }: ForgetParts,
  options: CallOptions,
): Promise<string> {
  if (typeof id !== 'string' || id === '') {
    throw new ToolProblem('Nothing was forgotten: `id` must be the id of a record.');
  }
  const known = await longTerm.record(id, options);
  if (known === undefined || known.record.ended !== undefined) return unknown(id);
  const { record, saidBy = 'the user' } = known;
  if (confirm === undefined && isUsersWord(record)) return usersWord(id, saidBy);
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
  return `Forgotten: ${id}. It is given to you no more.`;
}

function usersWord(id: string, user: string): string {
  return `Nothing was forgotten: ${shown(id)} is what ${shown(user)} said or confirmed, and you may not take it back here. Tell the user to remove it in the app; if it changed, save what holds now with \`corrects\`.`;
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
