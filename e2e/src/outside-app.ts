import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../../scripts/command.mjs';
import { type Manifest, readInstalled } from '../../scripts/installed-packages.mjs';
import { packedManifest, packLibraries } from '../../scripts/pack.mjs';
import { installLocked } from '../../scripts/package-managers.mjs';
import { patience } from '../../scripts/patience.mjs';
import { pinnedDependencies, pinnedLockfile } from '../../scripts/pinned-lockfile.mjs';
import { anyFreePort } from '../../scripts/ports.mjs';
import { bin, inRepository } from '../../scripts/repository.mjs';
import { type ServedApp, serveApp, viteOf, vitePreview } from './served-app.ts';

/** A copy of `e2e/outside-app` in a folder outside of the repository. */
export interface OutsideApp {
  readonly folder: string;
  remove(): Promise<void>;
}

/** One of our packages, packed: where the file stands in the app, and what the package says of itself. */
interface Tarball {
  readonly file: string;
  readonly manifest: Manifest;
}

/**
 * Packs the built libraries, and installs them in an app as somebody would who never heard of this
 * repository. All else comes from the registry, in the versions of this repository's lockfile.
 * @throws NoRegistryError where the registry cannot be reached.
 */
export async function installOutsideApp(): Promise<OutsideApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-memory-outside-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await cp(SOURCE, folder, { recursive: true, filter: isOfTheApp });
    await writePins(folder, await packInto(folder));
    await installLocked(folder);
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

const SOURCE = inRepository('e2e', 'outside-app');

/** All but what this workspace installed there, which links back into the repository. */
function isOfTheApp(file: string): boolean {
  return !['node_modules', 'package.json'].includes(path.basename(file));
}

/** Gives the packed packages by name. */
async function packInto(folder: string): Promise<ReadonlyMap<string, Tarball>> {
  await mkdir(path.join(folder, 'packed'));
  await packLibraries(path.join(folder, 'packed'));
  const files = await readdir(path.join(folder, 'packed'));
  const tarballs = await Promise.all(
    files.map(async (name) => {
      const file = `packed/${name}`;
      return { file, manifest: await packedManifest(path.join(folder, file)) };
    }),
  );
  return new Map(tarballs.map((tarball) => [tarball.manifest.name, tarball]));
}

/** Leaves npm nothing to choose: one version of each package, however far away. */
async function writePins(folder: string, tarballs: ReadonlyMap<string, Tarball>): Promise<void> {
  const app = readInstalled(SOURCE);
  const { name, version } = app.manifest;
  const dependencies = pinnedDependencies(app, tarballs);
  const write = (file: string, content: object): Promise<void> =>
    writeFile(path.join(folder, file), JSON.stringify(content, undefined, 2));
  await write('package.json', { name, version, private: true, type: 'module', dependencies });
  await write('package-lock.json', pinnedLockfile(app, tarballs));
}

/** Checks the types of the app, those of the packages' declarations included. */
export async function checkTypes({ folder }: OutsideApp): Promise<void> {
  for (const project of ['tsconfig.json', 'tsconfig.other-doors.json']) {
    await succeeds('tsc', ['--project', project], folder, bin('tsc'));
  }
}

/** Builds the app for production, and gives the code of all its files. */
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

/** Serves what was built. */
export async function serveOutsideApp({ folder }: OutsideApp): Promise<ServedApp> {
  return serveApp(vitePreview({ folder, port: String(await anyFreePort()) }));
}

async function succeeds(
  name: string,
  programArguments: readonly string[],
  folder: string,
  program: string,
): Promise<void> {
  const { exitCode, output } = await runCommand(program, programArguments, {
    cwd: folder,
    env: { NODE_ENV: undefined },
    output: 'hidden',
  });
  if (exitCode !== 0) throw new Error(`${name} failed in the outside app:\n${output}`);
}
