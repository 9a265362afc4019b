// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureBrowser } from '../../../scripts/browser.mjs';
import { runCommand } from '../../../scripts/command.mjs';

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
  await installPackages(['firefox-esr']);
  return findFirefox();
}

/**
 * WebKit in its smallest browser, which needs a display: where the machine has both, or installed as Firefox is.
 *
 * @param {boolean} isWanted
 * @returns {Promise<Installed | undefined>}
 */
export async function webKitHere(isWanted) {
  if (isWanted && findWebKit() === undefined) await installPackages([WEBKIT_PACKAGE, 'xvfb']);
  const executable = findWebKit();
  if (executable === undefined) return undefined;
  // The browser itself answers nothing without a display.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is that of dpkg-query
  const asked = ['--show', '--showformat=${Version}', WEBKIT_PACKAGE];
  return { name: 'webkit', executable, version: await versionOf('dpkg-query', asked) };
}

/** Debian's; it holds the browser too. */
const WEBKIT_PACKAGE = 'libwebkit2gtk-4.1-0';
const MACHINE = process.arch === 'arm64' ? 'aarch64' : 'x86_64';

function findWebKit() {
  const browser = `/usr/lib/${MACHINE}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;
  return [browser, '/usr/bin/Xvfb'].every((file) => existsSync(file)) ? browser : undefined;
}

/** @param {readonly string[]} names of packages of the system */
async function installPackages(names) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', ...names];
  for (const command of [['update'], install]) {
    const { exitCode, output } = await runCommand('apt-get', command, { env, output: 'hidden' });
    if (exitCode === 0) continue;
    const last = output.slice(-500);
    throw new Error(`${names[0]} is not here, and apt-get ${command[0]} failed:\n${last}`);
  }
}

/**
 * @param {string} program
 * @param {readonly string[]} [question]
 */
async function versionOf(program, question = ['--version']) {
  const { output } = await runCommand(program, [...question], { output: 'hidden' });
  return /\d+\.\d[\w.]*/.exec(output)?.[0] ?? 'unknown';
}
