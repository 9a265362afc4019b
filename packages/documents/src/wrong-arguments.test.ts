import { expect, test } from 'vitest';
import { createDocuments } from './create-documents.ts';
import { documentTools } from './document-tools.ts';
import { retrievedDocuments } from './live/retrieved-documents.ts';
import { expectRefused, NO_OBJECT, type WrongCall } from './testing/wrong-arguments.ts';

const TEXT = { content: 'The ferry leaves at 22:10.' };

async function someDocuments() {
  const documents = createDocuments();
  await documents.add({ id: 'guide', ...TEXT });
  return documents;
}

/** Calls with something that is no object in the place of one. */
const noObjects = (name: string, ...ahead: readonly unknown[]): WrongCall[] =>
  NO_OBJECT.map((given) => [name, [...ahead, given], new RegExp(name)]);

test('[OBS-3] [LTM-10] wrong arguments of documents are refused in words, and nothing changes', async () => {
  const documents = await someDocuments();
  await expectRefused(documents, [
    ...noObjects('add'),
    ['add', [], /add.*object/],
    ['add', [{}], /add\.content.*a text, bytes.*undefined/],
    ['add', [{ content: null }], /add\.content.*null/],
    ['add', [{ content: 7 }], /add\.content.*7/],
    ['add', [{ contnt: 'x' }], /`contnt`.*content/],
    ['add', [{ ...TEXT, title: {} }], /add\.title.*text/],
    ['add', [{ ...TEXT, title: null }], /add\.title.*null/],
    ['add', [{ ...TEXT, name: 7 }], /add\.name.*text/],
    ['add', [{ ...TEXT, source: ['x'] }], /add\.source.*text.*list/],
    ['add', [{ ...TEXT, mediaType: 7 }], /add\.mediaType.*text/],
    ['add', [{ ...TEXT, format: 'docx' }], /add\.format.*text, markdown, html, pdf.*"docx"/],
    ['add', [{ ...TEXT, id: '' }], /add\.id/],
    ['add', [{ ...TEXT, id: 7 }], /add\.id/],
    ['add', [{ ...TEXT, id: 'a#b' }], /add\.id.*#/],
    ...noObjects('add', TEXT),
    ['add', [TEXT, { onprogress: 1 }], /`onprogress`.*onProgress/],
    ['add', [TEXT, { onProgress: 1 }], /add\.onProgress.*function/],
    ['add', [TEXT, { evenIfErased: 'no' }], /add\.evenIfErased.*true or false/],
    ['add', [TEXT, { signal: 'stop' }], /add\.signal.*AbortSignal/],
    ...noObjects('search'),
    ['search', [], /search.*object/],
    ['search', [{}], /search\.text.*undefined/],
    ['search', [{ text: 7 }], /search\.text.*text/],
    ['search', [{ text: 'x', limt: 1 }], /`limt`.*limit/],
    ['search', [{ text: 'x', limit: 0 }], /search\.limit.*whole number from 1/],
    ['search', [{ text: 'x', maxTokens: '9' }], /search\.maxTokens.*above 0/],
    ['search', [{ text: 'x', documentIds: 'guide' }], /search\.documentIds.*list/],
    ['search', [{ text: 'x', documentIds: [7] }], /search\.documentIds.*list of texts.*7/],
    ...noObjects('search', { text: 'x' }),
    ...noObjects('list'),
    ['list', [{ size: 1 }], /`size`/],
    ['list', [{ limit: 1.5 }], /list\.limit/],
    ['list', [{ after: 7 }], /list\.after/],
    ...noObjects('audit'),
    ['audit', [{ limit: 'x' }], /audit\.limit/],
    ...['get', 'read', 'remove'].flatMap((name): WrongCall[] => [
      [name, [], new RegExp(`${name}\\.id.*undefined`)],
      [name, [''], new RegExp(`${name}\\.id.*empty`)],
      [name, [7], new RegExp(`${name}\\.id`)],
      [name, [{ id: 'guide' }], new RegExp(`${name}\\.id`)],
      ...noObjects(name, 'guide'),
    ]),
    ['read', ['guide', { from: 0 }], /read\.from/],
    ['read', ['guide', { limit: -1 }], /read\.limit/],
    ...noObjects('removeAll'),
    ['removeAll', [3], /removeAll.*3/],
    ['removeAll', [{ everything: true }], /`everything`/],
    ['subscribe', [null], /listener.*function/],
    ['subscribe', [{}], /listener.*function/],
  ]);
  expect((await documents.list()).items).toMatchObject([{ id: 'guide', version: 1 }]);
});

test('[OBS-3] wrong options of documents are refused when they are made', async () => {
  const slips: Readonly<Record<string, readonly unknown[]>> = {
    user: [null, '', 7, {}],
    namespace: [null, '', 'user:bob', 7],
    store: [null, {}, 'memory'],
    retrieval: [null, 'x', { langauge: 'de' }, { questionTimeoutMs: true }],
    pdf: [null, {}, () => undefined],
    chunkTokens: [63, 'x', Number.NaN, Symbol('x')],
    overlapTokens: [-1, 200, '1', Symbol('x')],
    limits: [null, 7, { maxBytes: 0 }, { maxByte: 1 }, { maxBytes: Symbol('x') }],
    sessions: [null, {}],
    clock: [null, {}],
    usr: ['ada'],
  };
  const calls = Object.entries(slips).flatMap(([name, values]) =>
    values.map((value): WrongCall => ['createDocuments', [{ [name]: value }], /./]),
  );
  await expectRefused({ createDocuments }, [...noObjects('createDocuments'), ...calls]);
});

test('[OBS-3] wrong arguments of tool and section are refused when they are made', async () => {
  for (const name of ['documentTools', 'retrievedDocuments']) {
    await expectRefused({ documentTools, retrievedDocuments }, [
      [name, [], /documents.*search.*undefined/],
      [name, [null], /documents.*null/],
      [name, ['x'], /documents.*"x"/],
    ]);
  }
});
