// @ts-check
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** @typedef {import('./sources.mjs').Source} Source */

const BENCH = new URL('../../package.json', import.meta.url);
const PROJECT = new URL('../../../package.json', import.meta.url);
const END_TO_END = new URL('../../../e2e/package.json', import.meta.url);

/** Languages of the texts by their names in the packages. */
const READMES = {
  ru: 'cyrillic',
  uk: 'cyrillic',
  'zh-CN': 'cjk',
  'zh-TW': 'cjk',
  ja: 'cjk',
  kr: 'cjk',
};
const RULES = { ru: 'cyrillic', zh_CN: 'cjk', zh_TW: 'cjk', ja: 'cjk', ko: 'cjk' };
const DOCS = ['03-agents', '03-ai-sdk-core', '06-advanced'];

/**
 * Texts of packages that are installed for other reasons: the READMEs of Biome and the rules of
 * axe-core in their translations, the documentation and the source of the AI SDK, LangChain's code.
 *
 * @returns {Source[]}
 */
export function packageSources() {
  return [...readmes(), ...rules(), ...documentation(), ...code()];
}

/** @returns {Source[]} */
function readmes() {
  const folder = folderOf(PROJECT, '@biomejs/biome');
  return Object.entries(READMES).map(([language, kind]) => ({
    kind: /** @type {Source['kind']} */ (kind),
    name: `Biome README, ${language}`,
    // Without badges, tags and the targets of links, which no language writes in its own letters.
    texts: [
      readFileSync(path.join(folder, `README.${language}.md`), 'utf8')
        .replace(/<[^>]+>/g, '')
        .replace(/\]\([^)]*\)/g, ']')
        .replace(/^\s*\[.*$/gm, ''),
    ],
  }));
}

/** @returns {Source[]} */
function rules() {
  const folder = folderOf(END_TO_END, '@axe-core/playwright', 'axe-core');
  return Object.entries(RULES).map(([language, kind]) => {
    const file = path.join(folder, 'locales', `${language}.json`);
    return {
      kind: /** @type {Source['kind']} */ (kind),
      name: `axe-core rules, ${language}`,
      // Whole sentences. The messages of the checks are templates, half of them code.
      texts: [[...stringsIn(JSON.parse(readFileSync(file, 'utf8')).rules)].join('\n\n')],
    };
  });
}

/** @returns {Source[]} */
function documentation() {
  const folder = path.join(folderOf(BENCH, 'ai'), 'docs');
  return DOCS.flatMap((chapter) => {
    const pages = filesIn(path.join(folder, chapter), '.mdx').map((file) =>
      readFileSync(file, 'utf8').split(/^\s*```.*$/m),
    );
    const name = `AI SDK documentation, ${chapter}`;
    return /** @type {Source[]} */ ([
      {
        kind: 'prose',
        name,
        texts: pages.flatMap((parts) => parts.filter((_, at) => at % 2 === 0)),
      },
      {
        kind: 'code',
        name,
        texts: pages.flatMap((parts) => parts.filter((_, at) => at % 2 === 1)),
      },
    ]);
  });
}

/** @returns {Source[]} */
function code() {
  const folders = [
    { name: 'AI SDK source', folder: path.join(folderOf(BENCH, 'ai'), 'src/generate-text') },
    { name: 'LangChain code', folder: path.join(folderOf(BENCH, '@langchain/core'), 'dist/utils') },
  ];
  return folders.map(({ name, folder }) => ({
    kind: 'code',
    name,
    texts: [...filesIn(folder, '.ts'), ...filesIn(folder, '.js')].map((file) =>
      readFileSync(file, 'utf8'),
    ),
  }));
}

/**
 * Folder of a package, found from package to package that depends on the next one.
 *
 * @param {URL} from a package.json of this project
 * @param {readonly string[]} chain
 */
function folderOf(from, ...chain) {
  let folder = '';
  /** @type {URL | string} */
  let manifest = from;
  for (const name of chain) {
    folder = installedFolder(createRequire(manifest), name);
    manifest = path.join(folder, 'package.json');
  }
  return folder;
}

/**
 * @param {NodeJS.Require} require
 * @param {string} name
 */
function installedFolder(require, name) {
  const places = require.resolve.paths(name) ?? [];
  const found = places.map((place) => path.join(place, name)).find(existsSync);
  if (found === undefined) throw new Error(`The package ${name} is not installed.`);
  // A package's own dependencies stand beside its real place.
  return realpathSync(found);
}

/**
 * @param {string} folder
 * @param {string} ending
 * @returns {string[]} absolute paths, in the order of their names
 */
function filesIn(folder, ending) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.endsWith('.d.ts') && !file.includes('.test.'))
    .sort()
    .map((file) => path.join(folder, file));
}

/**
 * @param {unknown} value
 * @returns {Generator<string>}
 */
function* stringsIn(value) {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* stringsIn(inner);
  }
}
