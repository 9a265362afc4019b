// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureBrowser } from '../../../../scripts/browser.mjs';
import { runCommand } from '../../../../scripts/command.mjs';

/** @typedef {import('./raw-browser.mjs').Installed} Installed */

/** Chromium, as for every other benchmark. @returns {Promise<Installed>} */
export async function chromiumHere() {
  const executable = await ensureBrowser();
  return { name: 'chromium', executable, version: await versionOf(executable) };
}

/**
 * Firefox, where the machine has one; one that is asked for is installed from the system's packages.
 *
 * @param {boolean} isWanted
 * @returns {Promise<Installed | undefined>}
 */
export async function firefoxHere(isWanted) {
  const executable = findFirefox() ?? (isWanted ? await installFirefox() : undefined);
  if (executable === undefined) return undefined;
  return { name: 'firefox', executable, version: await versionOf(executable) };
}

function findFirefox() {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => ['firefox-esr', 'firefox'].map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
}

async function installFirefox() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', 'firefox-esr'];
  for (const command of [['update'], install]) {
    const { exitCode, output } = await runCommand('apt-get', command, { env, output: 'hidden' });
    if (exitCode !== 0) {
      throw new Error(
        `Firefox is not here, and apt-get ${command[0]} failed:\n${output.slice(-500)}`,
      );
    }
  }
  return findFirefox();
}

/** @param {string} executable */
async function versionOf(executable) {
  const { output } = await runCommand(executable, ['--version'], { output: 'hidden' });
  return /\d+\.\d[\w.]*/.exec(output)?.[0] ?? 'unknown';
}
