import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../../scripts/command.mjs';
import { readInstalled } from '../../scripts/installed-packages.mjs';
import { installLocked } from '../../scripts/package-managers.mjs';
import { patience } from '../../scripts/patience.mjs';
import { anyFreePort } from '../../scripts/ports.mjs';
import { bin, inRepository } from '../../scripts/repository.mjs';
import { pinnedLockfile } from '../../scripts/testing/pinned-lockfile.mjs';
import { packedPackages } from './packed-libraries.ts';
import { type ServedApp, serveApp, viteOf, vitePreview } from './served-app.ts';

/** A copy of an app of this repository, in a folder outside of it. */
export interface OutsideApp {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Folders of an app that no copy has: what this workspace installed and made there links back into it. */
const LEFT_OUT = new Set(['node_modules', 'dist', '.next', '.cache']);

/**
 * Copies an app and installs it as a person would who has never heard of this repository: as its own
 * package.json says, with the packed packages as ours. All else comes from the registry, in the
 * versions of this repository's lockfile.
 *
 * @param source the app's folder in this repository.
 * @throws NoRegistryError where the registry cannot be reached.
 */
export async function installOutside(source: string): Promise<OutsideApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-memory-outside-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const from = inRepository(source);
    await cp(from, folder, {
      recursive: true,
      filter: (file) => !LEFT_OUT.has(path.basename(file)),
    });
    const lockfile = pinnedLockfile(readInstalled(from), await packedPackages());
    await writeFile(path.join(folder, 'package-lock.json'), JSON.stringify(lockfile));
    await installLocked(folder);
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Checks the types of the app, those of the packages' declarations included. */
export async function checkTypes({ folder }: OutsideApp): Promise<void> {
  for (const project of [
    'tsconfig.json',
    'tsconfig.other-entry-points.json',
    'tsconfig.node.json',
  ]) {
    await succeeds('tsc', ['--project', project], folder, bin('tsc'));
  }
}

/** Builds the app for production, and returns the code of all its files. */
export async function buildOutsideApp({ folder }: OutsideApp): Promise<string> {
  await succeeds('vite', ['build', '--logLevel', 'warn'], folder, viteOf(folder));
  const assets = path.join(folder, 'dist', 'assets');
  const files = (await readdir(assets)).filter((file) => file.endsWith('.js'));
  const code = await Promise.all(files.map((file) => readFile(path.join(assets, file), 'utf8')));
  return code.join('\n');
}

/** Runs the tests that the app has of its own sessions. @throws with what a test says that fails. */
export async function testSessions({ folder }: OutsideApp): Promise<void> {
  const vitest = path.join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  await succeeds(
    'vitest',
    [vitest, 'run', `--testTimeout=${patience.testMs}`],
    folder,
    process.execPath,
  );
}

/** Runs a program of the app in Node, and returns what it prints. @throws with that when it fails. */
export async function runInNode(
  { folder }: OutsideApp,
  program: string,
  node: string = process.execPath,
): Promise<string> {
  return succeeds(program, [program], folder, node);
}

/** Serves what was built. */
export async function serveOutsideApp({ folder }: OutsideApp): Promise<ServedApp> {
  return serveApp(vitePreview({ folder, port: String(await anyFreePort()) }));
}

async function succeeds(
  name: string,
  programArguments: readonly string[],
  folder: string,
  program: string,
): Promise<string> {
  const { exitCode, output } = await runCommand(program, programArguments, {
    cwd: folder,
    env: { NODE_ENV: undefined },
    output: 'hidden',
  });
  if (exitCode !== 0) throw new Error(`${name} failed in the outside app:\n${output}`);
  return output;
}
