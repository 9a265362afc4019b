// @ts-check
import path from 'node:path';
import { inRepository } from '../../../scripts/repository.mjs';
import { grouped } from './grouped.mjs';

/** @typedef {import('./public-names.mjs').PublicName} PublicName */

/**
 * A page of the reference: the public names that are declared in one folder of a package, as a module
 * that exports them. The module exists in memory alone.
 *
 * @typedef {object} Page
 * @property {string} name `core/compaction`; `react` for what stands in no folder
 * @property {string} file absolute path of the module
 * @property {string} text of the module
 */

/**
 * A page for each folder of a package that declares a public name. A name is on one page, however many
 * entries export it; the top of the page says how each is imported. Names of internal entries alone
 * are on none.
 *
 * @param {readonly Pick<PublicName, 'name' | 'declaredAs' | 'file' | 'entry'>[]} names
 * @returns {Page[]} sorted by name
 */
export function pagesOf(names) {
  const shown = names.filter(({ entry }) => !entry.isInternal);
  const byPage = grouped(shown, pageOf);
  return [...byPage]
    .map(([name, onPage]) => pageWith(name, onPage))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** @param {Pick<PublicName, 'file' | 'entry'>} name */
function pageOf({ file, entry }) {
  const [packageName = ''] = entry.folder.split('/').slice(-1);
  const [folder = '', ...rest] = path.relative(sourceFolderOf(entry.folder), file).split(path.sep);
  return rest.length === 0 || folder === '..' ? packageName : `${packageName}/${folder}`;
}

/**
 * @param {string} name
 * @param {readonly Pick<PublicName, 'name' | 'declaredAs' | 'file' | 'entry'>[]} names at least one
 * @returns {Page}
 */
function pageWith(name, names) {
  const folder = sourceFolderOf(names[0]?.entry.folder ?? '');
  const exports = names.map((exported) => {
    const from = path.relative(folder, exported.file).replaceAll(path.sep, '/');
    const specifier = from.startsWith('.') ? from : `./${from}`;
    const { declaredAs } = exported;
    const alias = declaredAs === exported.name ? '' : ` as ${exported.name}`;
    return `export { ${declaredAs}${alias} } from '${specifier}';`;
  });
  return {
    name,
    file: path.join(folder, `${name.replaceAll('/', '.')}.page.ts`),
    text: [moduleComment(names), ...new Set(exports), ''].join('\n'),
  };
}

/** @param {readonly Pick<PublicName, 'name' | 'entry'>[]} names */
function moduleComment(names) {
  const byEntry = grouped(names, ({ entry }) => entry.name);
  const lists = [...byEntry].map(([entry, exported]) => {
    const list = exported.map(({ name }) => `\`${name}\``).sort();
    return ` * From \`${entry}\`: ${list.join(', ')}.\n *`;
  });
  return ['/**', ...lists, ' * @module', ' */'].join('\n');
}

/** @param {string} folder of a package */
function sourceFolderOf(folder) {
  return inRepository(folder, 'src');
}
