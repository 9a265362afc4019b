import { expect, test } from 'vitest';
import { libraries } from '../build.mjs';
import type { InstalledPackage, Manifest } from '../installed-packages.mjs';
import { readInstalled } from '../installed-packages.mjs';
import { inRepository, readJson } from '../repository.mjs';
import { pinnedLockfile, placed } from './pinned-lockfile.mjs';

const NO_TARBALLS = new Map<string, never>();
const OUTSIDE_APP = 'e2e/outside-app';
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

function aPackage(name: string, version: string, more: Partial<Manifest> = {}): InstalledPackage {
  return { manifest: { name, version, ...more }, folder: `/${name}-${version}`, uses: new Map() };
}

/** Lets one package find others under their names. */
function using(user: InstalledPackage, ...used: readonly InstalledPackage[]): InstalledPackage {
  for (const each of used) user.uses.set(each.manifest.name, each);
  return user;
}

function placesOf(app: InstalledPackage): readonly string[] {
  return [...placed(app)].map(([place, { manifest }]) => `${place}@${manifest.version}`);
}

test('one version stands at the top, for all that use it', () => {
  const shared = aPackage('shared', '2.0.0');
  const app = using(
    aPackage('app', '0.1.0'),
    using(aPackage('one', '1.0.0'), shared),
    using(aPackage('two', '1.0.0'), shared),
  );
  expect(placesOf(app)).toEqual([
    'node_modules/one@1.0.0',
    'node_modules/two@1.0.0',
    'node_modules/shared@2.0.0',
  ]);
});

test('another version stands below the package that uses it', () => {
  const old = using(aPackage('shared', '1.0.0'), aPackage('@scope/deep', '1.0.0'));
  const app = using(
    aPackage('app', '0.1.0'),
    aPackage('shared', '2.0.0'),
    using(aPackage('@scope/one', '1.0.0'), old),
  );
  expect(placesOf(app)).toEqual([
    'node_modules/shared@2.0.0',
    'node_modules/@scope/one@1.0.0',
    'node_modules/@scope/one/node_modules/shared@1.0.0',
    'node_modules/@scope/deep@1.0.0',
  ]);
});

test('packages that use each other are placed once', () => {
  const one = aPackage('one', '1.0.0');
  using(one, using(aPackage('two', '1.0.0'), one));
  expect(placesOf(using(aPackage('app', '0.1.0'), one))).toEqual([
    'node_modules/one@1.0.0',
    'node_modules/two@1.0.0',
  ]);
});

test('a peer in another version than the app’s is refused, with what to do', () => {
  const plugin = aPackage('plugin', '1.0.0', { peerDependencies: { react: '*' } });
  const app = using(
    aPackage('app', '0.1.0'),
    aPackage('react', '19.0.0'),
    using(plugin, aPackage('react', '18.0.0')),
  );
  expect(() => placed(app)).toThrow(
    'plugin was installed beside react 18.0.0, and the app has 19.0.0: name one version in the catalog',
  );
});

test('another name for a package, a file and what is only for other machines are told to npm', () => {
  const binary = aPackage('binary-here', '1.0.0');
  const bundler = aPackage('bundler', '3.0.0', {
    bin: 'cli.js',
    dependencies: { 'binary-here': '1.0.0', 'binary-there': '1.0.0' },
    optionalDependencies: { 'binary-here': '1.0.0', 'binary-there': '1.0.0' },
  });
  const app = using(aPackage('app', '0.1.0'), using(bundler, binary), aPackage('ours', '0.1.0'));
  app.uses.set('bundler-2', aPackage('bundler', '2.0.0'));
  const packed = { name: 'ours', version: '0.1.0', dependencies: {} };
  const tarballs = new Map([['ours', { file: 'packed/ours.tgz', manifest: packed }]]);

  const { packages } = pinnedLockfile(app, tarballs);
  expect(packages).toMatchObject({
    'node_modules/bundler': { bin: { bundler: 'cli.js' }, dependencies: {} },
    'node_modules/bundler-2': { name: 'bundler', version: '2.0.0' },
    'node_modules/ours': { resolved: 'file:packed/ours.tgz' },
  });
  expect(packages).toHaveProperty('node_modules/bundler.optionalDependencies', {
    'binary-here': '1.0.0',
  });
});

test('the outside app leaves no version to the registry, however far away the package', () => {
  const app = readInstalled(inRepository(OUTSIDE_APP));
  const entries = Object.entries(pinnedLockfile(app, NO_TARBALLS).packages);
  expect(entries.length).toBeGreaterThan(100);
  for (const [place, entry] of entries) {
    expect(entry.version, place).toMatch(EXACT);
    expect(entry, place).not.toHaveProperty('resolved');
  }
});

test('the outside app uses every package that is published', () => {
  const { dependencies } = readJson(`${OUTSIDE_APP}/package.json`);
  const published = libraries.map((folder) => readJson(`${folder}/package.json`).name);
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(published));
});
