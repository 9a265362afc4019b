import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../../scripts/command.mjs';
import { installFailure } from '../../scripts/install.mjs';
import { packLibraries } from '../../scripts/pack.mjs';
import { anyFreePort } from '../../scripts/ports.mjs';
import { bin, inRepository, readJson } from '../../scripts/repository.mjs';
import { type ServedApp, serveApp, viteOf, vitePreview } from './served-app.ts';

/** A copy of `e2e/outside-app` in a folder outside of the repository. */
export interface OutsideApp {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Without a registry nothing can be installed, and so nothing can be said about the packages. */
export class NoRegistryError extends Error {}

/** What the app takes from the registry, in the versions that this repository is tested with. */
const FROM_REGISTRY = {
  '@assistant-ui/react': 'packages/react',
  '@langchain/core': 'packages/langchain',
  '@tanstack/ai': 'packages/react',
  '@tanstack/ai-client': 'packages/react',
  '@types/node': '.',
  '@types/react': 'packages/react',
  '@types/react-dom': 'packages/react',
  '@vitejs/plugin-react': 'apps/playground',
  react: 'packages/react',
  'react-dom': 'packages/react',
  vite: '.',
};

/**
 * Packs the built libraries, and installs them in an app as somebody would who never heard of this
 * repository.
 * @throws NoRegistryError where the registry cannot be reached.
 */
export async function installOutsideApp(): Promise<OutsideApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-memory-outside-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await cp(inRepository('e2e', 'outside-app'), folder, { recursive: true });
    await writeManifest(folder, await packInto(path.join(folder, 'packed')));
    await installWithNpm(folder);
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error instanceof Error && isAboutRegistry(error.message)
      ? new NoRegistryError(error.message)
      : error;
  }
}

/** Gives the names of the packed packages, each with where it stands now. */
async function packInto(folder: string): Promise<readonly (readonly [string, string])[]> {
  await mkdir(folder);
  await packLibraries(folder);
  const tarballs = await readdir(folder);
  return tarballs.map((file) => [packageOf(file), `file:packed/${file}`]);
}

async function writeManifest(
  folder: string,
  packages: readonly (readonly [string, string])[],
): Promise<void> {
  const others = Object.entries(FROM_REGISTRY).map(([name, user]) => {
    const { version } = readJson(path.join(user, 'node_modules', name, 'package.json'));
    return [name, version];
  });
  const dependencies = Object.fromEntries([...packages, ...others]);
  const manifest = { name: 'outside-app', private: true, type: 'module', dependencies };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
}

async function installWithNpm(folder: string): Promise<void> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { exitCode, output } = await runCommand(npm, ['install', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: {
      NODE_ENV: undefined,
      npm_config_loglevel: 'error',
      npm_config_fetch_retries: '1',
      npm_config_fetch_retry_mintimeout: '1000',
    },
    output: 'hidden',
  });
  if (exitCode === 0) return;
  throw new Error(installFailure(output) ?? `npm could not install the packages:\n${output}`);
}

/** Whether this is the sentence of `installFailure` about a registry that cannot be reached. */
function isAboutRegistry(message: string): boolean {
  return message.includes('registry cannot be reached');
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

/** Serves what was built. */
export async function serveOutsideApp({ folder }: OutsideApp): Promise<ServedApp> {
  return serveApp(vitePreview({ folder, port: String(await anyFreePort()) }));
}

/** `agent-memory-core-0.1.0.tgz` → `@agent-memory/core` */
function packageOf(tarball: string): string {
  const name = /^agent-memory-(.+)-\d+\.\d+\.\d+.*\.tgz$/.exec(tarball)?.[1];
  if (name === undefined) throw new Error(`${tarball} is no tarball of a package of ours.`);
  return `@agent-memory/${name}`;
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
