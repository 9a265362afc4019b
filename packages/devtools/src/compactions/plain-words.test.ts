import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { aCompaction } from '../testing/plan-fixture.ts';
import { stageBars } from './compaction-summary.ts';

const ROOTS = ['..', '../../../../apps/playground/src'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Other words for what people read as out of context, shortened, summarised. */
const BANNED =
  /\b(?:evict(?:s|ed|ion)|trimmed|condensed messages|messages?'?`?\)?\}? left|that left|what left)\b/i;

/** The texts of a source: quoted strings with a space in them, and text between tags. */
function textsIn(source: string): readonly string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import .*$/gm, '');
  const quoted = withoutNesting(code).flatMap(
    (piece) => piece.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? [],
  );
  const texts = quoted.filter((text) => text.includes(' '));
  return [...texts, ...(code.match(/>[^<>{};=]*[a-z] [^<>{};=]*</g) ?? [])];
}

/** The code without what stands within its templates, and that by itself: no template holds another one. */
function withoutNesting(code: string): readonly string[] {
  const inner: string[] = [];
  const outer = code.replace(/\$\{([^{}]*)\}/g, (_, within: string) => {
    inner.push(within);
    return '';
  });
  return inner.length === 0 ? [code] : [...withoutNesting(outer), ...inner];
}

const sources = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !/styles|testing/.test(path),
    )
    .map((path) => ({ path, texts: textsIn(readFileSync(`${root}/${path}`, 'utf8')) })),
);

test('[DEV-4] no text of panel or playground has another word for out of context, shortened or summarised', () => {
  const found = sources.flatMap(({ path, texts }) =>
    texts.filter((text) => BANNED.test(text)).map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

test('[DEV-4] the search for other words reads texts, and finds them', () => {
  expect(sources.flatMap(({ texts }) => texts).length).toBeGreaterThan(500);
  expect(textsIn("const a = '3 messages evicted';").some((text) => BANNED.test(text))).toBe(true);
  const nested = ['`$', '{`$', '{count} messages`} left; $', "{by ? 'one was evicted' : ''}`"].join(
    '',
  );
  expect(textsIn(nested).some((text) => BANNED.test(text))).toBe(true);
  expect(textsIn('<p>What was trimmed</p>').some((text) => BANNED.test(text))).toBe(true);
});

test('[DEV-4] [CMP-1] each stage of core goes by what becomes of its messages, and not by its name in the code', () => {
  const file = new URL('../../../core/src/compaction/default-stages.ts', import.meta.url);
  const source = readFileSync(fileURLToPath(file), 'utf8');
  const names = [...source.matchAll(/\bname: '([\w-]+)'/g)].flatMap(([, name]) => name ?? []);
  expect(names.toSorted()).toEqual(['condense', 'evict', 'session-memory', 'trim']);
  const stages = names.map((stage) => ({ stage, tokensBefore: 9, tokensAfter: 9, entries: 0 }));
  const shown = stageBars(aCompaction({ stages })).map(({ name }) => name);
  expect(shown.toSorted()).toEqual([
    'covered by the scratchpad',
    'out of context',
    'shortened',
    'summarised',
  ]);
});
