import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraries } from './build.mjs';
import { readJson } from './repository.mjs';
import { NOTICES, writeSboms } from './sbom.mjs';

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly { readonly license: { readonly id: string } }[];
}

const folder = mkdtempSync(path.join(tmpdir(), 'agent-memory-sbom-'));
const written = (file: string) => readFileSync(path.join(folder, file), 'utf8');

beforeAll(() => writeSboms(folder), 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** As `name version: licence`. */
const lineOf = ({ group, name, version, licenses = [] }: Component) =>
  `${group ? `${group}/` : ''}${name} ${version}: ${licenses.map(({ license }) => license.id).join()}`;

/** The dependencies of a library, as their installed packages describe themselves. */
function needsOf(library: string): string[] {
  return Object.keys(readJson(`${library}/package.json`).dependencies).map((name) => {
    const { version, license } = readJson(`${library}/node_modules/${name}/package.json`);
    return `${name} ${version}: ${license}`;
  });
}

test.each(libraries)('the bill of %s names each dependency, its version and licence', (library) => {
  const { name, version } = readJson(`${library}/package.json`);
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.cdx.json`;
  const bill = JSON.parse(written(file));
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(lineOf(bill.metadata.component)).toBe(`${name} ${version}: MIT`);
  expect(bill.components.map(lineOf)).toEqual(expect.arrayContaining(needsOf(library)));
});

test('the notices have every package of the bills that others wrote, with its licence', () => {
  const bills = readdirSync(folder).filter((file) => file !== NOTICES);
  const components: Component[] = bills.flatMap((file) => JSON.parse(written(file)).components);
  const foreign = components.filter(({ group }) => group !== '@agent-memory').map(lineOf);
  const notices = written(NOTICES).split('\n');
  expect(new Set(foreign).size).toBeGreaterThan(50);
  expect(notices).toEqual(expect.arrayContaining([...new Set(foreign)]));
  expect(notices.join('\n')).toContain('Apache License\n');
});
