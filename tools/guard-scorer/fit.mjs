import { writeFileSync } from 'node:fs';
import { corpusOf } from './corpus.mjs';
import { fitScorer } from './fit-scorer.mjs';
import { heldOutRates } from './held-out.mjs';
import { SEED } from './seed.mjs';
import { weightsModule } from './weights-module.mjs';

/*
 * Fits the scorer of packages/long-term/src/guard to the texts of this folder, prints what it finds in
 * patterns that it was not fitted to, and writes the weights:
 *
 *   npm run build && node tools/guard-scorer/fit.mjs
 */
const guard = new URL('../../packages/long-term/', import.meta.url);
const { piecesOf } = await import(new URL('dist/guard/check-text.js', guard).href);
const examples = corpusOf(SEED);
for (const { kind, texts, flagged } of heldOutRates(examples, piecesOf)) {
  console.log(`${kind}: ${flagged} of ${texts} flagged`);
}
writeFileSync(new URL('src/guard/weights.ts', guard), weightsModule(fitScorer(examples, piecesOf)));
