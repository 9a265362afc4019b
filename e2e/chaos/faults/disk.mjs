// @ts-check
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { together } from '../chaos-row.mjs';
import { roundsInChromium } from '../chromium-rounds.mjs';
import { NoMountError, withSmallDisk } from '../small-disk.mjs';
import { Troubled, untilGone } from '../troubled.mjs';
import { Visits } from '../visits.mjs';

const SHORT_ROUNDS = 4;
const DISK_MEGABYTES = 80;
/** Messages before the disk is full, and those that are owed or refused until it is freed. */
const BEFORE = 50;
const TROUBLES = 5;
/** The browser frees some room now and then, which is taken again. */
const REFILL_MS = 50;
/** The start after a full disk writes after the torn record; the next start meets it. */
const STARTS = 2;

const MODULE = new URL('../page/troubled-page.mjs', import.meta.url);

/**
 * Fills the file system that the profile is on while a page commits. By turns it is freed, and the page
 * has to write what it owes; or the browser is killed while it is full, and freed before the next start.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run(effort) {
  const fault = { fault: 'disk', module: MODULE, rounds: effort.rounds ?? SHORT_ROUNDS };
  try {
    return await roundsInChromium(fault, effort, (round) =>
      withSmallDisk(DISK_MEGABYTES, async (disk) => {
        const profile = path.join(disk.folder, 'profile');
        await mkdir(profile);
        return filled(
          new Visits({ ...round, profile }),
          disk,
          round.round % 2 === 0 ? 'freed' : 'killed',
        );
      }),
    );
  } catch (error) {
    if (!(error instanceof NoMountError)) throw error;
    effort.note(`no row: a small file system cannot be mounted here (${error.message}).`);
    return [];
  }
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
      link.onNews = troubled.take;
      // A browser may end by itself when its disk is full.
      const over = untilGone(link.call('commitThroughTrouble', { sessionId: 'disk' }));
      await Promise.race([over, troubled.until(() => troubled.acknowledged.count >= BEFORE)]);
      const isTroubled = troubled.until(() => troubled.troubles >= TROUBLES);
      await Promise.race([over, keptFull(disk, isTroubled)]);
      if (end === 'killed') return;
      disk.free();
      await Promise.race([over, untilGone(link.call('stop'))]);
      await over;
    },
    end === 'killed' ? 'kill' : 'close',
  );
  disk.free();
  return together(troubled.figures, await visits.look(troubled.acknowledged, STARTS));
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
