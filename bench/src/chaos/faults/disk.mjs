// @ts-check
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromiumHere } from '../browsers/installed.mjs';
import { NOTHING_YET, together } from '../chaos-row.mjs';
import { PageGoneError } from '../link/page-link.mjs';
import { servePage } from '../link/serve-page.mjs';
import { NoMountError, withSmallDisk } from '../small-disk.mjs';
import { Troubled } from '../troubled.mjs';
import { Visits } from '../visits.mjs';

const SHORT_ROUNDS = 4;
const DISK_MEGABYTES = 80;
/** Messages before the disk is full, and those that are owed or refused until it is freed. */
const BEFORE = 50;
const TROUBLES = 5;
/** The browser frees some room now and then, which is taken again. */
const REFILL_MS = 50;
/** The start behind a full disk writes behind what was torn; the one after that meets it. */
const STARTS = 2;

/**
 * Fills the file system that the profile is on while a page commits. By turns it is freed, and the page
 * has to write what it owes; or the browser is killed while it is full, and freed before the next start.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run({ rounds = SHORT_ROUNDS, browser, note }) {
  if (browser === 'firefox') {
    note('no row: it is measured in Chromium.');
    return [];
  }
  const chromium = await chromiumHere();
  const page = await servePage(new URL('../page/troubled-page.mjs', import.meta.url));
  let figures = NOTHING_YET;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const end = round % 2 === 0 ? 'freed' : 'killed';
      const part = await withSmallDisk(DISK_MEGABYTES, async (disk) => {
        const profile = path.join(disk.folder, 'profile');
        await mkdir(profile);
        return filled(new Visits({ page, browser: chromium, profile }), disk, end);
      });
      figures = together(figures, part);
    }
  } catch (error) {
    if (!(error instanceof NoMountError)) throw error;
    note(`no row: a small file system cannot be mounted here (${error.message}).`);
    return [];
  } finally {
    page.close();
  }
  const { name, version } = chromium;
  const setting = { system: 'agent-memory', fault: 'disk', browser: name, version };
  return [{ ...setting, durability: /** @type {const} */ ('relaxed'), rounds, ...figures }];
}

/**
 * @param {Visits} visits
 * @param {import('../small-disk.mjs').SmallDisk} disk
 * @param {'freed' | 'killed'} end
 */
async function filled(visits, disk, end) {
  const troubled = new Troubled();
  await visits.visit(
    async (link) => {
      link.onNews = (news) =>
        troubled.take(/** @type {import('../troubled.mjs').TroubleNews} */ (news));
      const work = link.call('commitThroughTrouble', { sessionId: 'disk' });
      // A browser may end by itself when its disk is full.
      const over = work.catch((error) => {
        if (!(error instanceof PageGoneError)) throw error;
      });
      await Promise.race([over, troubled.until(() => troubled.acknowledged.count >= BEFORE)]);
      await Promise.race([
        over,
        keptFull(
          disk,
          troubled.until(() => troubled.troubles >= TROUBLES),
        ),
      ]);
      if (end === 'killed') return;
      disk.free();
      await link.call('stop');
      await over;
    },
    end === 'killed' ? 'kill' : 'close',
  );
  disk.free();
  let harm = NOTHING_YET;
  for (let start = 0; start < STARTS; start += 1) {
    await visits.visit(async (link) => {
      const sessionIds = troubled.acknowledged.sessionIds();
      harm = together(harm, troubled.acknowledged.compare(await link.call('find', { sessionIds })));
    });
  }
  return together(harm, troubled.figures);
}

/**
 * @param {import('../small-disk.mjs').SmallDisk} disk
 * @param {Promise<void>} until
 */
async function keptFull(disk, until) {
  let isOver = false;
  const over = until.then(() => {
    isOver = true;
  });
  while (!isOver) {
    disk.fill();
    await Promise.race([over, wait(REFILL_MS)]);
  }
}
