// @ts-check
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromiumArguments } from '../../../scripts/chromium-arguments.mjs';
import { patience } from '../../../scripts/patience.mjs';
import { undoneAtTheEnd } from '../left-behind.mjs';
import { startDisplay } from './display.mjs';

/**
 * A browser that can be started as a process of the system.
 *
 * @typedef {object} Installed
 * @property {'chromium' | 'firefox' | 'webkit'} name
 * @property {string} executable
 * @property {string} version
 */

/**
 * A running browser, without a driver: its process group is all that is known of it.
 *
 * @typedef {object} RawBrowser
 * @property {number} pid of the browser itself, which is that of its group too
 * @property {() => Promise<void>} kill ends all its processes at once, as a crash of the machine's user session would
 * @property {() => Promise<void>} close asks it to end, and waits until it has
 */

/**
 * Starts a browser on a profile, at an address.
 *
 * @param {Installed} browser
 * @param {string} profile a folder of its own; the browser fills it
 * @param {string} address
 * @param {readonly string[]} [more] arguments
 * @returns {Promise<RawBrowser>}
 */
export async function startBrowser({ name, executable }, profile, address, more = []) {
  if (name === 'firefox') await writeFile(path.join(profile, 'user.js'), FIREFOX_PREFERENCES);
  const display = name === 'webkit' ? await startDisplay() : undefined;
  const child = spawn(executable, [...ARGUMENTS[name](profile), ...more, address], {
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      MOZ_CRASHREPORTER_DISABLE: '1',
      ...(display && { DISPLAY: display.name, XDG_DATA_HOME: profile, XDG_CACHE_HOME: profile }),
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${executable} did not start.`);
  const isUndone = undoneAtTheEnd(() => signalGroup(pid, 'SIGKILL'));
  const kill = async () => {
    signalGroup(pid, 'SIGKILL');
    await ended;
    display?.end();
    isUndone();
  };
  const close = async () => {
    process.kill(pid, 'SIGTERM');
    const limit = setTimeout(() => signalGroup(pid, 'SIGKILL'), patience.waitMs);
    await ended;
    clearTimeout(limit);
    await kill();
  };
  return { pid, kill, close };
}

/** @type {Readonly<Record<Installed['name'], (profile: string) => readonly string[]>>} */
const ARGUMENTS = {
  chromium: (profile) => [
    '--headless',
    ...chromiumArguments,
    `--user-data-dir=${profile}`,
    '--no-default-browser-check',
    '--password-store=basic',
  ],
  firefox: (profile) => ['--headless', '--no-remote', '--new-instance', '--profile', profile],
  // Its profile is where the environment says.
  webkit: () => [],
};

/** No first-run pages, no session restore after a kill, no calls home. */
const FIREFOX_PREFERENCES = Object.entries({
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.startup.max_resumed_crashes': -1,
  'toolkit.telemetry.enabled': false,
})
  .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
  .join('');

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // All of it is gone.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
