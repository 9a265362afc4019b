import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from '../../scripts/installed-packages.mjs';
import { packedManifest, packLibraries } from '../../scripts/pack.mjs';
import { inRepository } from '../../scripts/repository.mjs';

/** Where the tarballs of this run stand: packed once, for every app that installs them. */
const FOLDER = inRepository('.cache', 'e2e-packed');

/** One of our packages, packed: where the file stands, and what the package says of itself. */
export interface Tarball {
  readonly file: string;
  readonly manifest: Manifest;
}

/** Packs the built libraries again. */
export async function packForOutsideApps(): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await packLibraries(FOLDER);
}

/** Gives the packed packages by name. */
export async function packedPackages(): Promise<ReadonlyMap<string, Tarball>> {
  const tarballs = await Promise.all(
    (await readdir(FOLDER)).map(async (name) => {
      const file = path.join(FOLDER, name);
      return { file, manifest: await packedManifest(file) };
    }),
  );
  return new Map(tarballs.map((tarball) => [tarball.manifest.name, tarball]));
}
