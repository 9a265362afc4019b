// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from '../../../scripts/repository.mjs';

/**
 * Gives the names that the examples of each package take for granted, as a file of that package.
 *
 * @param {readonly string[]} folders of packages
 * @returns {ReadonlyMap<string, string>} texts by path
 */
export function placeholdersOf(folders) {
  return new Map(
    folders.flatMap((folder) => {
      const file = inRepository('tools/api-reference/examples', `${path.basename(folder)}.d.ts`);
      if (!existsSync(file)) return [];
      // Not as a `.d.ts`, whose mistakes the compiler is told to leave alone.
      return [[inRepository(folder, 'src/example-placeholders.ts'), readFileSync(file, 'utf8')]];
    }),
  );
}
