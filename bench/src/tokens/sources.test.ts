import { expect, test } from 'vitest';
import { assistant, call, result, session, user } from '../replay/testing/builders.mjs';
import { OWN_TEXTS } from './own-texts.mjs';
import { packageSources } from './package-texts.mjs';
import { passagesOf } from './passages.mjs';
import { sessionSources } from './sources.mjs';

test('[BENCH] tells prose, code and JSON of a session apart', () => {
  const sources = sessionSources(
    session(
      user('Where is my parcel?'),
      call('c1', { id: 7 }),
      result('c1', '{"place":"Graz"}'),
      result('c2', '[12:00] parcel.ts: line 4'),
      assistant('In Graz, and this finds it.\n```\nfind(7);\n```\nAnything else?'),
    ),
  );
  const textsOf = (kind: string) => sources.find((source) => source.kind === kind)?.texts;
  expect(textsOf('prose')).toEqual([
    'Where is my parcel?',
    '',
    'In Graz, and this finds it.\n',
    '\nAnything else?',
  ]);
  expect(textsOf('json')).toEqual(['{"id":7}', '{"place":"Graz"}']);
  expect(textsOf('code')).toEqual(['[12:00] parcel.ts: line 4', '\nfind(7);\n']);
});

test('[BENCH] finds texts of every kind but JSON in the installed packages', () => {
  const sources = packageSources();
  for (const kind of ['prose', 'code', 'cyrillic', 'cjk']) {
    const names = sources.filter((source) => source.kind === kind).map(({ name }) => name);
    expect(new Set(names).size).toBeGreaterThanOrEqual(3);
  }
  for (const source of sources) expect(passagesOf(source).length).toBeGreaterThan(0);
});

test('[BENCH] every text of its own is one passage in letters of its kind', () => {
  const letters = {
    cyrillic: /[\u0400-\u04ff]/g,
    cjk: /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/g,
  };
  for (const { kind, name, text } of OWN_TEXTS) {
    expect(text.match(letters[kind])?.length).toBeGreaterThan(text.length / 2);
    expect(passagesOf({ kind, name, texts: [text] })).toHaveLength(1);
  }
});
