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

const doors = Object.entries(exports).flatMap(([name, door]) =>
  typeof door === 'string' ? [] : [{ name, file: door['@agent-memory/source'] }],
);

test('[DEV-9] the package has the doors that are tested here', () => {
  const names = doors.map(({ name }) => name);
  expect(names).toEqual(['.', './hosts', './panel', './tanstack', './transport']);
});

for (const { name, file } of doors) {
  test(`[DEV-9] the door ${name} is imported where there is no window, as on a server`, async () => {
    expect(Reflect.has(globalThis, 'window')).toBe(false);
    expect(Reflect.has(globalThis, 'document')).toBe(false);
    const door: object = await import(new URL(`../${file}`, import.meta.url).href);
    expect(Object.keys(door).length).toBeGreaterThan(0);
  });
}
