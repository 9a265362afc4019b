// @ts-check
import { readFileSync } from 'node:fs';
import { inRepository } from '../../../scripts/repository.mjs';

/**
 * The declarations of the libraries as they are published. The build has made them: the compiler that
 * builds is several times faster than the one that reads doc comments.
 *
 * @param {readonly string[]} folders of packages
 * @param {readonly string[]} sources absolute paths in these packages
 * @returns {ReadonlyMap<string, string>} by the absolute path of the source
 */
export function builtDeclarations(folders, sources) {
  return new Map(
    folders.flatMap((folder) => {
      const src = inRepository(folder, 'src/');
      return sources
        .filter((source) => source.startsWith(src))
        .map((source) => {
          const file = source.slice(src.length).replace(/\.tsx?$/, '.d.ts');
          return /** @type {const} */ ([
            source,
            readFileSync(inRepository(folder, 'dist', file), 'utf8'),
          ]);
        });
    }),
  );
}
