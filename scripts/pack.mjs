import { runPnpm } from './install.mjs';

/**
 * Packs each library as it would be published, from its `dist` as it is now.
 *
 * @param {string} folder where the tarballs go
 */
export async function packLibraries(folder) {
  const pack = ['pack', '--pack-destination', folder];
  await runPnpm(['--recursive', '--filter', './packages/*', ...pack], { quiet: true });
}
