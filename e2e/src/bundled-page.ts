import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../../scripts/command.mjs';
import { installLocked } from '../../scripts/package-managers.mjs';
import { anyFreePort } from '../../scripts/ports.mjs';
import { inRepository } from '../../scripts/repository.mjs';
import type { OutsideApp } from './outside-app.ts';
import { type ServedApp, serveApp, viteOf } from './served-app.ts';

/** The bundlers that are installed apart from this workspace. Vite 8 is that of the outside app. */
export const OTHER_BUNDLERS = [
  'vite-6',
  'vite-7',
  'webpack',
  'rspack',
  'esbuild',
  'parcel',
] as const;
export type Bundler = 'vite-8' | (typeof OTHER_BUNDLERS)[number];

/** A folder in which the other bundlers are installed, in the versions of their lockfile. */
export async function installBundlers(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-memory-bundlers-'));
  await cp(inRepository('e2e/bundlers/tools'), folder, { recursive: true });
  await installLocked(folder);
  return folder;
}

/** Builds the page in the outside app with one bundler, and serves it. */
export async function serveBundledPage(
  { folder }: OutsideApp,
  bundler: Bundler,
  toolsFolder: string,
): Promise<ServedApp> {
  const page = path.join(folder, 'page');
  const out = path.join(folder, `dist-${bundler}`);
  await cp(inRepository('e2e/bundlers/page'), page, { recursive: true });
  await rm(out, { recursive: true, force: true });
  const { exitCode, output } = await runCommand(
    process.execPath,
    [path.join(toolsFolder, 'build.mjs'), bundler, page, out],
    { cwd: folder, env: { NODE_ENV: undefined }, output: 'hidden' },
  );
  if (exitCode !== 0) throw new Error(`${bundler} failed:\n${output}`);
  const port = String(await anyFreePort());
  const where = ['--outDir', out, '--host', 'localhost', '--port', port, '--strictPort'];
  // From the page's folder, which has no policy of its own: Parcel writes a script into the page.
  return serveApp({
    port,
    program: viteOf(folder),
    programArguments: ['preview', page, ...where],
    folder,
  });
}
