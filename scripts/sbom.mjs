import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runPnpm } from './package-managers.mjs';

/**
 * An entry of `pnpm licenses list --json`.
 *
 * @typedef {object} LicensedPackage
 * @property {string} name
 * @property {readonly string[]} paths the folders of its installed versions
 * @property {string} license
 * @property {string} [homepage]
 */

export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/**
 * Writes what the published packages bring along: for each a bill of materials in CycloneDX, named like
 * its tarball, and one file with the licences of all. Reads the lockfile and what is installed.
 *
 * @param {string} folder
 */
export async function writeSboms(folder) {
  const out = path.join(folder, '%s-%v.cdx.json');
  const [listed] = await Promise.all([
    readShipped('licenses', 'list', '--json'),
    readShipped('sbom', '--sbom-format', 'cyclonedx', '--split', '--out', out),
  ]);
  /** @type {Readonly<Record<string, readonly LicensedPackage[]>>} */
  const byLicense = JSON.parse(listed);
  const packages = Object.values(byLicense).flat();
  packages.sort((one, other) => one.name.localeCompare(other.name, 'en'));
  await writeFile(path.join(folder, NOTICES), packages.flatMap(noticesOf).join('\n'));
}

/** @param {readonly string[]} command of pnpm, about what the published packages bring along */
const readShipped = (...command) =>
  runPnpm([...command, '--prod', '--filter', './packages/*'], { quiet: true });

/** @param {LicensedPackage} licensed */
function noticesOf({ name, paths, license, homepage }) {
  return paths.map((folder) => {
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const texts = readdirSync(folder)
      .filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file))
      .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
    if (texts.length === 0) texts.push(`The package has no licence text (${homepage ?? name}).`);
    return `${name} ${version}: ${license}\n\n${texts.join('\n\n')}\n\n${'-'.repeat(80)}\n`;
  });
}
