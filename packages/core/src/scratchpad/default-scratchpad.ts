import * as v from 'valibot';
import type { ScratchpadSchema } from './scratchpad.ts';

const Lines = v.array(v.string());

const DefaultScratchpadSchema = v.strictObject({
  objective: v.string(),
  keyFacts: Lines,
  decisions: Lines,
  currentStep: v.string(),
  blockers: Lines,
});

/** What an agent keeps in mind by default: its aim, what it knows, decided, does and waits for. */
export type DefaultScratchpad = v.InferOutput<typeof DefaultScratchpadSchema>;

/** The default scratchpad: objective, key facts, decisions, current step, blockers. */
export const defaultScratchpad: ScratchpadSchema<DefaultScratchpad> = {
  schema: DefaultScratchpadSchema,
  initial: { objective: '', keyFacts: [], decisions: [], currentStep: '', blockers: [] },
};
