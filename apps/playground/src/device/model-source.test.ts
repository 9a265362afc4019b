import { RECOMMENDED_MODELS } from '@agent-memory/models';
import { expect, test } from 'vitest';
import {
  parseDownloads,
  parseSettings,
  USUAL_WINDOW,
  withDownload,
  withoutDownload,
} from './device-settings.ts';
import {
  hostOf,
  isModelFile,
  type NamedSource,
  parseNamedSource,
  readModelAddress,
  sourceKey,
  titleOf,
} from './model-source.ts';

const SOURCES: readonly NamedSource[] = [
  { kind: 'offer', id: 'smollm2-360m-q8' },
  { kind: 'address', url: 'https://example.org/a.gguf' },
  { kind: 'file', name: 'a.gguf' },
];

test('reads back every source as it was written down, and nothing else', () => {
  for (const source of SOURCES) {
    expect(parseNamedSource(JSON.parse(JSON.stringify(source)))).toEqual(source);
  }
  const wrong = [
    null,
    'a',
    {},
    { kind: 'offer', id: 'gone' },
    { kind: 'file' },
    { kind: 'address', url: '?' },
  ];
  expect(wrong.map(parseNamedSource)).toEqual(wrong.map(() => undefined));
});

test('sources of one name are told apart by their kind', () => {
  expect(new Set(SOURCES.map(sourceKey)).size).toBe(SOURCES.length);
  expect(SOURCES.map(titleOf)).toEqual(['SmolLM2 360M', 'a.gguf', 'a.gguf']);
});

test('[MOD-2] every recommended model says the server that its files come from', () => {
  const hosts = RECOMMENDED_MODELS.map((offer) => hostOf({ kind: 'offer', offer }));
  expect(new Set(hosts)).toEqual(
    new Set(['huggingface.co', 'huggingface.co and raw.githubusercontent.com']),
  );
  expect(hostOf({ kind: 'address', url: 'http://localhost:9/a.gguf' })).toBe('localhost:9');
});

test('a GGUF file is meant as a model, whatever the case of its name', () => {
  const names = ['a.gguf', 'A.GGUF', 'session.json', 'gguf'];
  expect(names.map((name) => isModelFile({ name }))).toEqual([true, true, false, false]);
});

test.each(['', 'a.gguf', 'ftp://example.org/a.gguf'])('%j is no address of a model', (typed) => {
  expect(readModelAddress(typed).kind).toBe('problem');
});

test('an address is read without the spaces around it', () => {
  const url = 'https://example.org/a.gguf';
  expect(readModelAddress(` ${url} `)).toEqual({ kind: 'url', url });
});

test('settings that cannot be read are the usual ones', () => {
  expect(parseSettings({ source: { kind: 'moon' }, contextWindow: -1 })).toEqual({
    contextWindow: USUAL_WINDOW,
  });
  const [source] = SOURCES;
  expect(parseSettings({ source, contextWindow: 2_048 })).toEqual({ source, contextWindow: 2_048 });
});

test('a model is noted as stored once, with its latest size, until it is deleted', () => {
  const [source, other] = SOURCES;
  if (!source || !other) throw new Error('There are two sources.');
  const once = withDownload(
    [
      { source, bytes: 1 },
      { source: other, bytes: 2 },
    ],
    { source, bytes: 3 },
  );
  expect(parseDownloads(JSON.parse(JSON.stringify(once)))).toEqual([
    { source: other, bytes: 2 },
    { source, bytes: 3 },
  ]);
  expect(withoutDownload(once, source)).toEqual([{ source: other, bytes: 2 }]);
  expect(parseDownloads([{ source, bytes: 0 }, 7])).toEqual([]);
  expect(parseDownloads('x')).toEqual([]);
});
