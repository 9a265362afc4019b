import { defineTool, type ModelTool } from '@agent-memory/core/tools';
import type { CallOptions, LongTermMemory } from '../memory/long-term-memory.ts';
import { type Confirm, NOT_ALLOWED } from './confirm.ts';
import { refusalWords } from './refusal-words.ts';
import { doing, ToolProblem } from './tool-failure.ts';
import { schemaOf } from './tool-schema.ts';

/** The means of the tool that forgets. */
export interface ForgetParts {
  readonly longTerm: LongTermMemory;
  readonly strict: boolean;
  readonly confirm: Confirm;
}

/** The tool by which a model has a record given out no more. It never erases. */
export function forgetTool(parts: ForgetParts): ModelTool {
  return defineTool({
    name: 'forget_memory',
    description:
      'Forgets one record: it is given to you no more. Call it when the user asks for it, or when a record is wrong and nothing takes its place; to put one right, save the right statement with `corrects`.',
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
  { longTerm, confirm }: ForgetParts,
  options: CallOptions,
): Promise<string> {
  if (typeof id !== 'string' || id === '') {
    throw new ToolProblem('Nothing was forgotten: `id` must be the id of a record.');
  }
  const known = await longTerm.record(id, options);
  if (known === undefined || known.record.ended !== undefined) return unknown(id);
  if (!(await confirm({ kind: 'forget', records: [known.record] }))) return NOT_ALLOWED;
  const outcome = await longTerm.forget(id, options);
  if (outcome.kind === 'refused') {
    const { refusal } = outcome;
    return refusal.rule === 'UNKNOWN_RECORD' ? unknown(id) : refusalWords('Not forgotten', refusal);
  }
  return `Forgotten: ${id}. It is given to you no more.`;
}

function unknown(id: string): string {
  return `Nothing was forgotten: no record "${id.slice(0, 80).toWellFormed()}" holds. Look for its id with \`search_memory\`.`;
}
