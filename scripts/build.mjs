import { existsSync, rmSync } from 'node:fs';
import { runCommand } from './command.mjs';
import { install } from './install.mjs';
import { bin, inRepository } from './repository.mjs';
import { Refusal, say } from './say.mjs';

/** The packages that are published, in the order in which they depend on each other. */
export const libraries = [
  'core',
  'explain',
  'sessions',
  'formats',
  'agent',
  'long-term',
  'documents',
  'embed',
  'indexeddb',
  'encryption',
  'models',
  'wllama',
  'webllm',
  'react',
  'devtools',
  'langchain',
].map((name) => `packages/${name}`);

/** `npm run build`: the libraries from scratch, as they would be published. */
export async function build() {
  await install('everything');
  await buildLibraries({ clean: true });
  return 0;
}

/**
 * Compiles the libraries into their `dist` folders; only what changed, unless `clean`.
 * The compiler never deletes, so a file that was renamed leaves its old output until a clean build.
 *
 * @param {{ clean?: boolean }} [options]
 */
export async function buildLibraries({ clean = false } = {}) {
  say('Building the libraries …');
  for (const library of libraries) {
    const folders = [inRepository(library, 'dist'), inRepository(library, '.cache')];
    // The compiler trusts its cache and would not notice that dist is gone.
    if (clean || !folders.every((folder) => existsSync(folder))) {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    }
  }
  const { exitCode } = await runCommand(bin('tsc'), ['-b', 'packages']);
  if (exitCode !== 0) {
    throw new Refusal('The libraries could not be built; the errors of the compiler stand above.');
  }
}
