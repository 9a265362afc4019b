import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Manifest {
  readonly exports: Readonly<
    Record<string, string | Readonly<Record<'@agent-memory/source', string>>>
  >;
}

const { exports } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as Manifest; // The manifest of this package, which its build reads too.

const entryPoints = Object.entries(exports).flatMap(([name, target]) =>
  typeof target === 'string' ? [] : [{ name, file: target['@agent-memory/source'] }],
);

test('[DEV-9] the package has the entry points that are tested here', () => {
  const names = entryPoints.map(({ name }) => name);
  expect(names).toEqual(['.', './hosts', './panel', './transport']);
});

for (const { name, file } of entryPoints) {
  test(`[DEV-9] the entry point ${name} is imported where there is no window, as on a server`, async () => {
    expect(Reflect.has(globalThis, 'window')).toBe(false);
    expect(Reflect.has(globalThis, 'document')).toBe(false);
    const target: object = await import(new URL(`../${file}`, import.meta.url).href);
    expect(Object.keys(target).length).toBeGreaterThan(0);
  });
}
