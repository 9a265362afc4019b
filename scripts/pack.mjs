import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildLibraries } from './build.mjs';
import { runCommand } from './command.mjs';
import { install } from './install.mjs';
import { runPnpm } from './package-managers.mjs';
import { publishedManifest, publishedPage, refusePlaceholders } from './published.mjs';
import { inRepository, readJson } from './repository.mjs';
import { say } from './say.mjs';
import { writeSboms } from './sbom.mjs';

/** @returns {import('./published.mjs').Publication} */
const publication = () => readJson('scripts/publication.json');

/**
 * `npm run pack`: builds the libraries anew and packs each for a release, into `release`, beside its
 * bill of materials and the licences of what it brings along.
 */
export async function pack() {
  refusePlaceholders(publication());
  await install('everything');
  await buildLibraries({ clean: true });
  const folder = inRepository('release');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await packLibraries(folder);
  await writeSboms(folder);
  say(`The packed libraries are in ${folder}.`);
  return 0;
}

/**
 * Packs each library as it would be published, from its `dist` as it is now. Takes placeholders, which
 * a release does not.
 *
 * @param {string} folder where the tarballs go
 */
export async function packLibraries(folder) {
  const workspace = ['--recursive', '--filter', './packages/*'];
  await runPnpm([...workspace, 'pack', '--pack-destination', folder], { quiet: true });
  for (const name of await readdir(folder)) await finish(path.join(folder, name));
}

/**
 * Completes the package in a tarball by what all packages have in common.
 *
 * @param {string} tarball
 */
async function finish(tarball) {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-memory-pack-'));
  try {
    await tar(['-xzf', tarball, '-C', folder]);
    const manifestFile = path.join(folder, 'package', 'package.json');
    const manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
    const directory = `packages/${manifest.name.split('/').at(-1)}`;
    const published = publishedManifest(manifest, publication(), directory);
    await writeFile(manifestFile, `${JSON.stringify(published, null, 2)}\n`);
    const page = path.join(folder, 'package', 'README.md');
    await writeFile(page, publishedPage(await readFile(page, 'utf8'), publication(), directory));
    await tar(['-czf', tarball, '-C', folder, 'package']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The package.json inside of a tarball: what the packed package says of itself.
 *
 * @param {string} tarball
 * @returns {Promise<import('./installed-packages.mjs').Manifest>}
 */
export async function packedManifest(tarball) {
  return JSON.parse(await tar(['-xzOf', tarball, 'package/package.json']));
}

/** @param {readonly string[]} tarArguments */
async function tar(tarArguments) {
  const { exitCode, output } = await runCommand('tar', tarArguments, { output: 'hidden' });
  if (exitCode !== 0) throw new Error(`"tar ${tarArguments.join(' ')}" failed:\n${output}`);
  return output;
}
