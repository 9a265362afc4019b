import path from 'node:path';
import { expect, test } from 'vitest';
import { findBrowser } from './browser.mjs';

const folders = ['/opt/bin', '/usr/bin'].join(path.delimiter);

function find(machine: {
  files: readonly string[];
  chromiumPath?: string;
  playwrightPath?: string;
}): string | undefined {
  return findBrowser({
    env: { PATH: folders, CHROMIUM_PATH: machine.chromiumPath },
    playwrightPath: machine.playwrightPath,
    exists: (file) => machine.files.includes(file),
  });
}

const onPath = path.join('/usr/bin', 'google-chrome');

test('the browser that CHROMIUM_PATH names goes first', () => {
  const files = ['/my/chromium', '/playwright/chrome', onPath];
  expect(find({ files, chromiumPath: '/my/chromium', playwrightPath: '/playwright/chrome' })).toBe(
    '/my/chromium',
  );
});

test('a CHROMIUM_PATH that names nothing is refused, whatever else is there', () => {
  expect(() => find({ files: [onPath], chromiumPath: '/my/chromium' })).toThrow(
    'CHROMIUM_PATH names /my/chromium, and there is no such file: correct it or unset it.',
  );
});

test("Playwright's own browser goes before those on PATH", () => {
  const files = [onPath, '/playwright/chrome'];
  expect(find({ files, playwrightPath: '/playwright/chrome' })).toBe('/playwright/chrome');
});

test('a browser on PATH is found under its usual names, in the order of PATH', () => {
  const inFirstFolder = path.join('/opt/bin', 'google-chrome-stable');
  expect(find({ files: [onPath], playwrightPath: '/playwright/chrome' })).toBe(onPath);
  expect(find({ files: [onPath, inFirstFolder] })).toBe(inFirstFolder);
});

test('finds nothing on a machine without a browser', () => {
  expect(find({ files: [] })).toBeUndefined();
});
