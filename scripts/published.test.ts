import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publishedManifest, publishedPage, refusePlaceholders } from './published.mjs';
import { inRepository, readJson } from './repository.mjs';

const publication = {
  repository: 'https://git.example/owner/project',
  author: 'Ada',
  keywords: ['memory'],
};

test('a published package says where it comes from, and has a `main` for tools without `exports`', () => {
  const entryPoint = { types: './dist/index.d.ts', default: './dist/index.js' };
  const manifest = { name: 'x', exports: { '.': entryPoint } };
  expect(publishedManifest(manifest, publication, 'packages/x')).toEqual({
    name: 'x',
    exports: { '.': entryPoint },
    main: './dist/index.js',
    types: './dist/index.d.ts',
    author: 'Ada',
    keywords: ['memory'],
    homepage: 'https://git.example/owner/project/tree/HEAD/packages/x#readme',
    bugs: 'https://git.example/owner/project/issues',
    repository: {
      type: 'git',
      url: 'git+https://git.example/owner/project.git',
      directory: 'packages/x',
    },
  });
});

test('relative links of a page lead into the repository, all others stay', () => {
  const page = '[a](../../docs/a.md#b) [c](../core) [d](#d) [e](https://e.example/f)';
  expect(publishedPage(page, publication, 'packages/x')).toBe(
    '[a](https://git.example/owner/project/blob/HEAD/docs/a.md#b) [c](https://git.example/owner/project/blob/HEAD/packages/core) [d](#d) [e](https://e.example/f)',
  );
});

test('nothing is released with placeholders', () => {
  expect(() => refusePlaceholders(publication)).not.toThrow();
  expect(() => refusePlaceholders({ ...publication, author: 'A <a@example.invalid>' })).toThrow(
    'Nothing was packed: scripts/publication.json has placeholders for author.',
  );
  expect(Object.keys(readJson('scripts/publication.json'))).toEqual(Object.keys(publication));
});

test('vulnerabilities are reported to the address that packages are released with', () => {
  const [, address = ''] = /<(.+)>/.exec(readJson('scripts/publication.json').author) ?? [];
  expect(readFileSync(inRepository('SECURITY.md'), 'utf8')).toContain(`Write to <${address}>`);
});
