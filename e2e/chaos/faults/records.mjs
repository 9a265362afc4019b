// @ts-check
import { chromiumHere } from '../browsers/installed.mjs';
import { NOTHING_YET, together } from '../chaos-row.mjs';
import { servePage } from '../link/serve-page.mjs';
import { withProfile } from '../profile-folder.mjs';
import { Visits } from '../visits.mjs';

/** Damaged records of the row, of which some are damaged together. */
const SHORT_ROUNDS = 300;
const SEED_STEP = 1_000_003;
const NOTED = 60;

/**
 * Replaces random fields of random stored records, in every object store, by random junk, and opens
 * everything: whatever was not touched has to be there, no error may be raw, and what can be read can be
 * exported and imported elsewhere. `torn` counts raw errors and files that no import takes.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run({ rounds = SHORT_ROUNDS, seed, browser, note }) {
  if (browser === 'firefox') {
    note('no row: the records are read by the same code in every browser.');
    return [];
  }
  const chromium = await chromiumHere();
  const page = await servePage(new URL('../page/records-page.mjs', import.meta.url));
  try {
    const figures = await withProfile((profile) =>
      new Visits({ page, browser: chromium, profile }).visit((link) =>
        damagedAll(link, { rounds, seed, note }),
      ),
    );
    const { name, version } = chromium;
    const setting = /** @type {const} */ ({
      ...{ system: 'agent-memory', fault: 'records', browser: name, version },
      durability: 'relaxed',
    });
    return [{ ...setting, rounds, ...figures }];
  } finally {
    page.close();
  }
}

/**
 * @param {import('../link/page-link.mjs').PageLink} link
 * @param {{ readonly rounds: number, readonly seed: number, readonly note: (words: string) => void }} effort
 */
async function damagedAll(link, { rounds, seed, note }) {
  await link.call('prepare');
  let figures = NOTHING_YET;
  /** Rounds that showed it, by what was raw. @type {Map<string, number[]>} */
  const seen = new Map();
  for (let damages = 0, round = 0; damages < rounds; round += 1) {
    const seedOfRound = seed + round * SEED_STEP;
    /** @type {import('../page/records-page.mjs').Harm & { readonly damages: number, readonly touched: readonly string[] }} */
    const harm = await link.call('damageAndOpen', { seed: seedOfRound });
    damages += harm.damages;
    // Asked for by its seed, to see why.
    if (rounds === 1) for (const words of harm.touched) note(words);
    figures = together(figures, {
      ...{ acknowledged: harm.checked, lost: harm.lost, silent: harm.silent },
      ...{ torn: harm.raw.length, hung: harm.isHung ? 1 : 0, slowestMs: harm.ms },
    });
    const told = [...harm.raw, ...harm.lostOf.map((of) => `lost of ${of}`)];
    if (harm.silent > 0) told.push('silent');
    for (const words of told) seen.set(words, [...(seen.get(words) ?? []), seedOfRound]);
  }
  const most = [...seen].sort(([, one], [, other]) => other.length - one.length).slice(0, NOTED);
  for (const [words, seeds] of most) note(`${seeds.length}× ${words} (first by ${seeds[0]})`);
  return figures;
}
