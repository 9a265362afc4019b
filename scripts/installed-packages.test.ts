import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type InstalledPackage, readInstalled } from './installed-packages.mjs';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'agent-memory-installed-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes a package.json of this name into a folder, version 1.0.0 unless told otherwise. */
function write(folder: string, name: string, more: object = {}): void {
  const place = path.join(root, folder);
  mkdirSync(place, { recursive: true });
  writeFileSync(
    path.join(place, 'package.json'),
    JSON.stringify({ name, version: '1.0.0', ...more }),
  );
}

/** A link as pnpm makes them. */
function link(from: string, to: string): void {
  mkdirSync(path.dirname(path.join(root, from)), { recursive: true });
  symlinkSync(path.join(root, to), path.join(root, from), 'junction');
}

function namesUsedBy(installed: InstalledPackage | undefined): readonly string[] {
  return [...(installed?.uses.keys() ?? [])];
}

test('a package finds what lies beside it in the store, through links', () => {
  write('app', 'app', { dependencies: { one: '^1.0.0' } });
  write('store/one/node_modules/one', 'one', { dependencies: { two: '^1.0.0' } });
  write('store/two/node_modules/two', 'two', { version: '1.4.2' });
  link('app/node_modules/one', 'store/one/node_modules/one');
  link('store/one/node_modules/two', 'store/two/node_modules/two');

  const app = readInstalled(path.join(root, 'app'));
  expect(app.uses.get('one')?.uses.get('two')?.manifest.version).toBe('1.4.2');
});

test('only the app brings what development needs, and optional peers come along with nobody', () => {
  write('app', 'app', { devDependencies: { one: '1.0.0' } });
  write('app/node_modules/one', 'one', {
    devDependencies: { two: '1.0.0' },
    peerDependencies: { two: '1.0.0' },
    peerDependenciesMeta: { two: { optional: true } },
  });
  write('app/node_modules/two', 'two');

  const app = readInstalled(path.join(root, 'app'));
  expect(namesUsedBy(app)).toEqual(['one']);
  expect(namesUsedBy(app.uses.get('one'))).toEqual([]);
});

test('a package of the workspace finds its peers in the app, not in its own folder', () => {
  write('app', 'app', { dependencies: { ours: '1.0.0', react: '1.0.0' } });
  write('app/node_modules/react', 'react', { version: '19.0.0' });
  write('packages/ours', 'ours', { peerDependencies: { react: '*' } });
  write('packages/ours/node_modules/react', 'react', { version: '18.0.0' });
  link('app/node_modules/ours', 'packages/ours');

  const app = readInstalled(path.join(root, 'app'));
  expect(app.uses.get('ours')?.uses.get('react')?.manifest.version).toBe('19.0.0');
});

test('what is missing is refused, unless it is optional', () => {
  write('app', 'app', { optionalDependencies: { 'for-others': '1.0.0' } });
  expect(namesUsedBy(readInstalled(path.join(root, 'app')))).toEqual([]);

  write('app', 'app', { dependencies: { one: '1.0.0' } });
  expect(() => readInstalled(path.join(root, 'app'))).toThrow(
    'app needs one, which is not installed',
  );
});
