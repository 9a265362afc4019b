import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRepository, readJson } from './repository.mjs';

type Target = string | { readonly [condition: string]: Target };

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, Target>>;
  readonly publishConfig: { readonly exports: Readonly<Record<string, Target>> };
}

const manifests = readdirSync(inRepository('packages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => readJson(`packages/${name}/package.json`) as Manifest);

/** The file that a tool finds by these conditions, in the order in which they are written. */
function found(target: Target, conditions: readonly string[]): string | undefined {
  if (typeof target === 'string') return target;
  for (const [condition, inner] of Object.entries(target)) {
    const hit = conditions.includes(condition) ? found(inner, conditions) : undefined;
    if (hit) return hit;
  }
  return undefined;
}

test.each(manifests)(
  'every entry point of $name opens for `import`, `require` and tools that know only `default`',
  (manifest) => {
    for (const exports of [manifest.exports, manifest.publishConfig.exports]) {
      for (const [entryPoint, target] of Object.entries(exports)) {
        const imported = found(target, ['import', 'default']);
        expect(imported, entryPoint).toMatch(/^\.\/(dist\/.*\.js|package\.json)$/);
        expect(found(target, ['require', 'node', 'default']), entryPoint).toBe(imported);
        expect(found(target, ['default']), entryPoint).toBe(imported);
      }
    }
  },
);

test.each(manifests)(
  'types of $name come first and `default` last, as resolution goes from the top',
  (manifest) => {
    const entryPoints = Object.values(manifest.publishConfig.exports).filter(
      (target) => typeof target === 'object',
    );
    for (const target of entryPoints) {
      expect(Object.keys(target)[0]).toBe('types');
      expect(Object.keys(target).at(-1)).toBe('default');
    }
    expect(entryPoints.length).toBeGreaterThan(0);
  },
);
