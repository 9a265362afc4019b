import { writeFileSync } from 'node:fs';
import { piecesOf } from '../../packages/long-term/dist/guard/score-text.js';
import { corpusOf } from './corpus.mjs';
import { fitScorer } from './fit-scorer.mjs';
import { heldOutRates } from './held-out.mjs';
import { SEED } from './seed.mjs';
import { weightsModule } from './weights-module.mjs';

/*
 * Fits the scorer of packages/long-term/src/guard to the texts of this folder and writes its weights:
 *
 *   npm run build && node tools/guard-scorer/fit.mjs
 */
const file = new URL('../../packages/long-term/src/guard/weights.ts', import.meta.url);
const examples = corpusOf(SEED);
for (const row of heldOutRates(examples, piecesOf)) console.log(row);
writeFileSync(file, weightsModule(fitScorer(examples, piecesOf)));
