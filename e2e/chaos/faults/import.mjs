// @ts-check
import { chromiumHere } from '../browsers/installed.mjs';
import { NOTHING_YET, together } from '../chaos-row.mjs';
import { servePage } from '../link/serve-page.mjs';
import { withProfile } from '../profile-folder.mjs';
import { Visits } from '../visits.mjs';

const SHORT_ROUNDS = 400;
const BATCH = 50;
const SEED_STEP = 50 * 1_000_003;
const NOTED = 20;

/**
 * Imports session files with random damage, to their structure or to their letters. Each is refused in
 * the library's own words with nothing kept of it, or gives a session that opens, is assembled in every
 * format within its budget, and can be exported and imported again; the session beside it stays as it
 * is. `torn` counts whatever was otherwise.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run({ rounds = SHORT_ROUNDS, seed, browser, note }) {
  if (browser !== undefined && browser !== 'chromium') {
    note('no row: files are read by the same code in every browser.');
    return [];
  }
  const chromium = await chromiumHere();
  const page = await servePage(new URL('../page/imports-page.mjs', import.meta.url));
  try {
    const figures = await withProfile((profile) =>
      new Visits({ page, browser: chromium, profile }).visit((link) =>
        importedAll(link, { rounds, seed, note }),
      ),
    );
    const { name, version } = chromium;
    const setting = /** @type {const} */ ({
      ...{ system: 'agent-memory', fault: 'import', browser: name, version },
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
async function importedAll(link, { rounds, seed, note }) {
  await link.call('prepare');
  let figures = NOTHING_YET;
  let opened = 0;
  /** @type {Map<string, { count: number, first: { readonly seed: number, readonly file: string } }>} */
  const seen = new Map();
  for (let done = 0, batch = 0; done < rounds; done += BATCH, batch += 1) {
    const files = Math.min(BATCH, rounds - done);
    /** @type {import('../page/imports-page.mjs').Imported} */
    const told = await link.call('importFuzzed', { seed: seed + batch * SEED_STEP, files });
    opened += told.opened;
    figures = together(figures, {
      ...{ acknowledged: told.opened, torn: told.harm.length, hung: told.hung },
      slowestMs: told.slowestMs,
    });
    for (const { words, ...first } of told.harm) {
      const known = seen.get(words);
      seen.set(words, { first, ...known, count: (known?.count ?? 0) + 1 });
    }
  }
  note(`${opened} of ${rounds} files were taken, the others refused.`);
  const most = [...seen].sort(([, one], [, other]) => other.count - one.count).slice(0, NOTED);
  for (const [words, { count, first }] of most) note(`${count}× ${words} (seed ${first.seed})`);
  return figures;
}
