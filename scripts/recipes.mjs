import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inRepository } from './repository.mjs';

const PAGES = 'docs/recipes';
/** Where the code of the pages stands as modules, beside the tests that run them. */
const MODULES = 'clients/recipes';

/**
 * The code of all recipes, as it has to stand in modules: a page `openai.md` gives `openai.ts`, and a
 * block that its page names, as in "```ts server", goes into `openai.server.ts`.
 *
 * @returns {ReadonlyMap<string, string>} by path of the module
 */
export function codeOfRecipes() {
  const pages = readdirSync(inRepository(PAGES)).filter((page) => page !== 'README.md');
  const modules = pages.flatMap((page) => {
    const text = readFileSync(inRepository(PAGES, page), 'utf8');
    return [...codeIn(page, text)].map(([name, code]) => /** @type {const} */ ([name, code]));
  });
  return new Map(modules.map(([name, code]) => [`${MODULES}/${name}`, code]));
}

/**
 * The modules of one page. Blocks of one module follow one another.
 *
 * @param {string} page its file's name
 * @param {string} text
 * @returns {ReadonlyMap<string, string>} by name of the module
 */
export function codeIn(page, text) {
  const title = page.replace(/\.md$/, '');
  /** @type {Map<string, string>} */
  const modules = new Map();
  for (const [, language, part = '', code = ''] of text.matchAll(BLOCK)) {
    const name = [title, ...(part === '' ? [] : [part]), language].join('.');
    const before =
      modules.get(name) ?? `// The code of ${PAGES}/${page}; \`npm run docs\` writes it.\n`;
    modules.set(name, `${before}${modules.has(name) ? '\n' : ''}${code}`);
  }
  return modules;
}

const BLOCK = /^```(tsx?)(?: (\w+))?\n([\s\S]*?)^```$/gm;

/** Writes the code of every page into its modules. */
export function writeRecipes() {
  for (const [file, code] of codeOfRecipes()) writeFileSync(inRepository(file), code);
}
