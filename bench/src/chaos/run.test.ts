import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../cli/usage-error.mjs';
import { type ChaosRow, isHarmless } from './chaos-row.mjs';
import { FAULTS } from './faults.mjs';
import { run } from './run.mjs';

/** Faults that need more than a user's rights; they say so where they have no row. */
const MAY_BE_LEFT_OUT = ['disk'];

describe('a short run of each fault (seed 3)', () => {
  test.each([...FAULTS.keys()])(
    '[STO-2] [STO-7] [BENCH] %s does no harm, and does harm where nothing guards against it',
    async (fault) => {
      const { rows, complaints } = await measured([
        '--fault',
        fault,
        '--rounds',
        '1',
        '--seed',
        '3',
      ]);
      const ours = rows.filter(({ system }) => system === 'agent-memory');
      if (MAY_BE_LEFT_OUT.includes(fault) && ours.length === 0) {
        expect(complaints).toContain('no row');
        return;
      }
      expect(ours.length).toBeGreaterThan(0);
      for (const row of ours) {
        expect(row).toMatchObject({ fault, browser: 'chromium' });
        expect(row.rounds).toBeGreaterThan(0);
        // The row itself says what was lost.
        expect(isHarmless(row) ? 'no harm' : row).toBe('no harm');
      }
      // A control shows that there is something to be guarded against.
      const controls = rows.filter(({ system }) => system !== 'agent-memory');
      for (const control of controls) expect(isHarmless(control)).toBe(false);
    },
  );
});

test('[BENCH] a fault that there is not is refused with the names of those that there are', async () => {
  const refused = run(['--fault', 'flood'], { print: () => undefined, complain: () => undefined });
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow('kill, torn, disk');
});

async function measured(args: readonly string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'chaos-test-'));
  const report = path.join(folder, 'report.json');
  let complaints = '';
  const complain = (text: string) => {
    complaints += text;
  };
  const terminal = { print: () => undefined, complain };
  await run([...args, '--browser', 'chromium', '--json', report], terminal);
  const { rows } = JSON.parse(await readFile(report, 'utf8'));
  await rm(folder, { recursive: true });
  return { rows: rows as ChaosRow[], complaints };
}
