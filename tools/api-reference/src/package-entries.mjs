// @ts-check
import { libraries } from '../../../scripts/build.mjs';
import { inRepository, readJson } from '../../../scripts/repository.mjs';
import { Refusal } from '../../../scripts/say.mjs';
import { FOR_SISTERS } from '../../../scripts/source-size.mjs';

/**
 * One thing that can be imported.
 *
 * @typedef {object} PackageEntry
 * @property {string} name as it is imported: `@agent-memory/core/testing`
 * @property {string} folder of the package, relative to the root
 * @property {string} file absolute path of its source
 * @property {boolean} isInternal for the sister packages alone: its names have no page
 */

/** @typedef {Readonly<Record<string, string | Readonly<Record<string, string>>>>} Exports */

/** Every entry of every published package, in the order in which packages depend on each other. */
export function packageEntries() {
  return libraries.flatMap((folder) => {
    const { name, exports } = readJson(`${folder}/package.json`);
    return entriesOf(name, folder, exports);
  });
}

/**
 * @param {string} packageName
 * @param {string} folder
 * @param {Exports} exports
 * @returns {PackageEntry[]}
 */
export function entriesOf(packageName, folder, exports) {
  return Object.entries(exports).flatMap(([subpath, target]) => {
    // A target that is no object is a plain file, such as the manifest.
    if (typeof target === 'string') return [];
    const name = packageName + subpath.slice(1);
    const source = target['@agent-memory/source'];
    if (source === undefined) throw new Refusal(`${name} has no source in its "exports".`);
    return [
      { name, folder, file: inRepository(folder, source), isInternal: FOR_SISTERS.has(subpath) },
    ];
  });
}
