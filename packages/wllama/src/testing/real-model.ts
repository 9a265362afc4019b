import { existsSync } from 'node:fs';
import path from 'node:path';

const { AGENT_MEMORY_DATA = '../shared/data' } = process.env;

/** The real model, which is not part of this repository. */
export const REAL_MODEL = path.resolve(
  AGENT_MEMORY_DATA,
  'models/smollm2-135m-instruct/smollm2-135m-instruct.q4_1.gguf',
);

export const hasRealModel = existsSync(REAL_MODEL);

/** Stands in the name of tests that need the real model, so that a run without it says why it skips them. */
export const NEEDS_REAL_MODEL = hasRealModel
  ? 'with a real model'
  : `skipped: no model ${REAL_MODEL} (AGENT_MEMORY_DATA)`;
