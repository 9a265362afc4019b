import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES_OF_LIBRARY } from '../compaction/policies/guarded-choice.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The codes that core declares: those of decisions, and those of the live tier among them. */
function declaredRules(): readonly string[] {
  const sources = [read('./decision.ts'), read('../live/live-section.ts')];
  return sources.flatMap((source) =>
    [...source.matchAll(/^ {2}readonly ([A-Z][A-Z_]+): true;$/gm)].map(([, code]) => code ?? ''),
  );
}

/** The first column of the table of rules in the spec. */
function tabledRules(): readonly string[] {
  const spec = read('../../../../docs/spec.md');
  const from = spec.indexOf('| rule ');
  const table = spec.slice(from, spec.indexOf('\n\n', from));
  return [...table.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code ?? '');
}

test('[HIS-4] every rule that core can give stands in the table of the spec, and no other', () => {
  expect(declaredRules().length).toBeGreaterThan(25);
  expect([...tabledRules()].sort()).toEqual([...declaredRules()].sort());
});

test('[HIS-4] every rule that code of core names is declared', async () => {
  // A rule of WebCrypto's is none of them.
  const modules = import.meta.glob<string>(['../**/*.ts', '!../ground/crypt/**'], {
    query: '?raw',
    import: 'default',
  });
  const declared = new Set(declaredRules());
  const named: string[] = [];
  for (const [path, load] of Object.entries(modules)) {
    if (path.includes('.test.')) continue;
    const source = await load();
    for (const [, code = ''] of source.matchAll(/\brule: '([A-Z_]+)'/g)) named.push(code);
  }
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((code) => !declared.has(code))).toEqual([]);
});

test('[HIS-4] of every rule it is said whether a reason from outside may name it', () => {
  expect([...RULES_OF_LIBRARY].sort()).toEqual([...declaredRules()].sort());
});
