import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isPlainObject } from '../../message/plain-object.ts';
import type { ScratchpadSchema } from './scratchpad.ts';

/** The default scratchpad: an agent's aim, facts, decisions, current step and blockers. */
export interface DefaultScratchpad {
  objective: string;
  keyFacts: string[];
  decisions: string[];
  currentStep: string;
  blockers: string[];
}

const EMPTY: DefaultScratchpad = {
  objective: '',
  keyFacts: [],
  decisions: [],
  currentStep: '',
  blockers: [],
};

/**
 * The default scratchpad: objective, key facts, decisions, current step, blockers.
 *
 * @example
 * createAgentMemory({
 *   id: 'support',
 *   contextWindow: 128_000,
 *   scratchpad: {
 *     ...defaultScratchpad,
 *     initial: { ...defaultScratchpad.initial, objective: 'Find order ZFA04Y' },
 *   },
 * });
 */
export const defaultScratchpad: ScratchpadSchema<DefaultScratchpad> = {
  schema: { '~standard': { version: 1, vendor: 'agent-memory', validate } },
  initial: EMPTY,
};

/** It has the fields of the empty one and no others, each text or a list of texts as there. */
function validate(pad: unknown): StandardSchemaV1.Result<DefaultScratchpad> {
  if (!isPlainObject(pad)) return { issues: [{ message: 'must be an object' }] };
  const issues = [
    ...Object.entries(EMPTY).flatMap(([name, value]) =>
      typeof value === 'string' ? notText(pad[name], [name]) : notTexts(pad[name], name),
    ),
    ...Object.keys(pad)
      .filter((name) => !Object.hasOwn(EMPTY, name))
      .map((name) => ({ message: 'is not a field of the scratchpad', path: [name] })),
  ];
  // Every field was looked at, and there is no other.
  return issues.length > 0 ? { issues } : { value: pad as unknown as DefaultScratchpad };
}

function notTexts(value: unknown, name: string): readonly StandardSchemaV1.Issue[] {
  if (!Array.isArray(value)) return [{ message: 'must be a list of texts', path: [name] }];
  // `flatMap` would step over the gaps of a list; here they are texts that are missing.
  return Array.from(value, (line: unknown, index) => notText(line, [name, index])).flat();
}

function notText(value: unknown, path: readonly PropertyKey[]): readonly StandardSchemaV1.Issue[] {
  return typeof value === 'string' ? [] : [{ message: 'must be text', path }];
}
