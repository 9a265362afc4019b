import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runCommand } from './command.mjs';
import { inRepository } from './repository.mjs';
import { Refusal, say } from './say.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The Chromium that tests should use, or undefined where the machine has none:
 * CHROMIUM_PATH, then Playwright's own, then the usual names on PATH.
 *
 * @param {{
 *   env?: Readonly<Record<string, string | undefined>>,
 *   playwrightPath?: string | undefined,
 *   exists?: (file: string) => boolean,
 * }} [machine]
 */
export function findBrowser(machine = {}) {
  const { env = process.env, exists = existsSync } = machine;
  const chosen = env.CHROMIUM_PATH;
  if (chosen) {
    if (exists(chosen)) return chosen;
    throw new Refusal(
      `CHROMIUM_PATH names ${chosen}, and there is no such file: correct it or unset it.`,
    );
  }
  const playwrightPath = 'playwrightPath' in machine ? machine.playwrightPath : playwrightBrowser();
  if (playwrightPath && exists(playwrightPath)) return playwrightPath;
  return (env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((file) => exists(file));
}

/** The Chromium that tests should use, installed where the machine has none. */
export async function ensureBrowser() {
  const browser =
    findBrowser() ?? (await installPlaywrightBrowser()) ?? (await installDebianBrowser());
  if (browser) return browser;
  throw new Refusal(
    'The tests need a browser, none was found and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  );
}

const requireFromRoot = createRequire(inRepository('package.json'));

function playwrightBrowser() {
  return requireFromRoot('playwright').chromium.executablePath();
}

async function installPlaywrightBrowser() {
  say('No browser was found. Asking Playwright to download one …');
  const cli = path.join(path.dirname(requireFromRoot.resolve('playwright/package.json')), 'cli.js');
  const { exitCode } = await runCommand(process.execPath, [cli, 'install', 'chromium'], {
    output: 'hidden',
  });
  const browser = playwrightBrowser();
  return exitCode === 0 && (await starts(browser)) ? browser : undefined;
}

async function installDebianBrowser() {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) return undefined;
  say("That did not work. Installing Debian's Chromium with apt-get; this takes a minute or two …");
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const packages = ['chromium', 'fonts-dejavu-core', 'fonts-liberation'];
  for (const command of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { exitCode, output } = await runCommand('apt-get', command, { env, output: 'hidden' });
    if (exitCode !== 0) {
      say(`apt-get ${command[0]} failed:\n${lastLines(output, 5)}`);
      return undefined;
    }
  }
  return findBrowser();
}

/**
 * A downloaded browser can lack the system's libraries, and then only starting it shows that.
 *
 * @param {string} browser
 */
async function starts(browser) {
  if (process.platform !== 'linux') return true;
  return (await runCommand(browser, ['--version'], { output: 'hidden' })).exitCode === 0;
}

/**
 * @param {string} text
 * @param {number} count
 */
const lastLines = (text, count) => text.trimEnd().split('\n').slice(-count).join('\n');
