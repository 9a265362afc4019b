import { runCommand } from './command.mjs';
import { runPnpm } from './package-managers.mjs';

/**
 * Packs each library as it would be published, from its `dist` as it is now.
 *
 * @param {string} folder where the tarballs go
 */
export async function packLibraries(folder) {
  const pack = ['pack', '--pack-destination', folder];
  await runPnpm(['--recursive', '--filter', './packages/*', ...pack], { quiet: true });
}

/**
 * The package.json inside of a tarball: what the packed package says of itself.
 *
 * @param {string} tarball
 * @returns {Promise<import('./installed-packages.mjs').Manifest>}
 */
export async function packedManifest(tarball) {
  const extract = ['-xzOf', tarball, 'package/package.json'];
  const { exitCode, output } = await runCommand('tar', extract, { output: 'hidden' });
  if (exitCode !== 0) throw new Error(`${tarball} could not be read:\n${output}`);
  return JSON.parse(output);
}
