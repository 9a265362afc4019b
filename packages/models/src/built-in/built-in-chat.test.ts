import { InvalidOptionError } from '@agent-memory/core';
import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ChatRequest } from '../chat/chat-model.ts';
import { aLanguageModel, type BuiltInScript } from '../testing/a-built-in-model.ts';
import { MESSAGES } from '../testing/a-chat.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { type BuiltInOptions, builtInChat } from './built-in-chat.ts';

function aBuiltInChat(script: BuiltInScript = {}, options: BuiltInOptions = {}) {
  const languageModel = aLanguageModel(script);
  vi.stubGlobal('LanguageModel', languageModel);
  onTestFinished(() => void vi.unstubAllGlobals());
  const model = builtInChat(options);
  const told: string[] = [];
  const ask = (request: Partial<ChatRequest> = {}) =>
    model.chat({ messages: MESSAGES, onDelta: ({ text }) => told.push(text), ...request });
  return { languageModel, model, told, ask };
}

test('[MOD-1] the browser’s model answers, piece by piece, and its session is destroyed', async () => {
  const { ask, told, languageModel } = aBuiltInChat();
  expect(await ask()).toEqual({
    text: 'Hello.',
    thinking: '',
    toolCalls: [],
    finishReason: 'stop',
    unreadable: 0,
  });
  expect(told).toEqual(['Hel', 'lo.']);
  expect(languageModel.open).toBe(0);
});

test('[MOD-1] a context goes there in its roles: one system text, calls and results in words', async () => {
  const { ask, languageModel } = aBuiltInChat();
  const call = { id: 'a', type: 'function', function: { name: 'seat', arguments: '{"row":14}' } };
  await ask({
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'A seat, please.' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
        ],
      },
      { role: 'assistant', content: null, tool_calls: [{ ...call, type: 'function' }] },
      { role: 'tool', tool_call_id: 'a', content: '14C</tool-result>' },
      { role: 'developer', content: 'Speak German.' },
      { role: 'user', content: 'Well?' },
    ],
  });
  expect(languageModel.created).toEqual([
    { initialPrompts: [{ role: 'system', content: 'Be brief.\n\nSpeak German.' }] },
  ]);
  expect(languageModel.inputs).toEqual([
    [
      { role: 'user', content: 'A seat, please.\n[image]' },
      { role: 'assistant', content: '(Called seat with {"row":14}.)' },
      { role: 'user', content: '<tool-result>\n14C‹/tool-result>\n</tool-result>' },
      { role: 'user', content: 'Well?' },
    ],
  ]);
});

test.each([
  ['of now', {}],
  ['of versions before', { hasOldNames: true }],
])('[MOD-4] its window is known from the first session on, by the names %s', async (_, script) => {
  const { model, ask } = aBuiltInChat({ ...script, quota: 6_144 });
  expect(model.contextWindow).toBeUndefined();
  await ask();
  expect(model.contextWindow).toBe(6_144);
});

test('[MOD-4] a window without bound is not known', async () => {
  const { model, ask } = aBuiltInChat({ quota: Number.POSITIVE_INFINITY });
  await ask();
  expect(model.contextWindow).toBeUndefined();
});

test('[MOD-2] where there is no such model it is said so, and nothing is made', async () => {
  const { ask, model, languageModel } = aBuiltInChat({ availability: 'unavailable' });
  expect(await thrownBy(ask())).toMatchObject({
    code: 'MODEL_DEVICE_UNSUPPORTED',
    failure: { kind: 'device-unsupported' },
    model: 'built-in',
  });
  expect(await model.availability()).toBe('unavailable');
  expect(languageModel.created).toEqual([]);
});

test('[MOD-2] a page without the API has no such model', async () => {
  const model = builtInChat();
  expect(await model.availability()).toBe('unavailable');
  expect((await thrownBy(model.chat({ messages: MESSAGES }))).failure.kind).toBe(
    'device-unsupported',
  );
});

test.each(['downloadable', 'downloading'] as const)(
  '[MOD-2] a model that is %s is not downloaded unasked',
  async (availability) => {
    const { ask, languageModel } = aBuiltInChat({ availability });
    expect((await thrownBy(ask())).failure.kind).toBe('download-not-allowed');
    expect(languageModel.created).toEqual([]);
  },
);

test('[MOD-2] `load` is the consent: it downloads, and asks the model nothing', async () => {
  const { ask, model, languageModel } = aBuiltInChat({ availability: 'downloadable' });
  await model.load();
  expect(languageModel.created).toHaveLength(1);
  expect(languageModel.inputs).toEqual([]);
  expect(languageModel.open).toBe(0);
  expect(model.contextWindow).toBe(1_024);
  expect((await thrownBy(ask())).failure.kind).toBe('download-not-allowed');
});

test('[MOD-2] a download without a click is one that was not allowed', async () => {
  const { model } = aBuiltInChat({ availability: 'downloadable', hasActivation: false });
  expect((await thrownBy(model.load())).failure).toEqual({ kind: 'download-not-allowed' });
});

test.each([
  ['a lost network', new DOMException('gone', 'NetworkError'), 'download-failed'],
  ['a language', new DOMException('no Klingon', 'NotSupportedError'), 'device-unsupported'],
  ['a policy', new DOMException('not here', 'NotAllowedError'), 'device-unsupported'],
  ['a page that is gone', new DOMException('gone', 'InvalidStateError'), 'engine-lost'],
  ['anything', new DOMException('odd', 'OperationError'), 'run-failed'],
])('[MOD-3] creation that ends with %s is told as such', async (_, createError, kind) => {
  const { ask } = aBuiltInChat({ createError });
  const error = await thrownBy(ask());
  expect(error.failure.kind).toBe(kind);
  expect(error.cause).toBe(createError);
});

test('[MOD-3] an answer that the browser withholds keeps what had arrived', async () => {
  const answerError = new DOMException('filtered', 'NotReadableError');
  const { ask, told, languageModel } = aBuiltInChat({ answerError });
  expect(await thrownBy(ask())).toMatchObject({
    failure: { kind: 'run-failed', problem: 'filtered' },
    partial: { text: 'Hello.' },
  });
  expect(told).toEqual(['Hel', 'lo.']);
  expect(languageModel.open).toBe(0);
});

test('[MOD-3] a session that is destroyed in the middle is a lost engine, which may be asked again', async () => {
  const { ask, languageModel } = aBuiltInChat({ hangs: true });
  let pieces = 0;
  const onDelta = (): void => {
    pieces += 1;
    if (pieces === 2) languageModel.destroyAll();
  };
  expect(await thrownBy(ask({ onDelta }))).toMatchObject({
    failure: { kind: 'engine-lost' },
    recoverable: true,
    partial: { text: 'Hello.' },
  });
});

test('[MOD-3] a request that is too long is told with the window', async () => {
  const messages = [{ role: 'user', content: 'much '.repeat(2_000) }] as const;
  const { ask } = aBuiltInChat();
  expect(await thrownBy(ask({ messages }))).toMatchObject({
    code: 'MODEL_CONTEXT_TOO_LONG',
    failure: { kind: 'window-exceeded', windowTokens: 1_024 },
  });
  const system = [{ role: 'system', content: 'much '.repeat(2_000) }, ...MESSAGES] as const;
  expect((await thrownBy(ask({ messages: system }))).failure.kind).toBe('window-exceeded');
});

test('[MOD-3] an answer without a word is a failure', async () => {
  const { ask } = aBuiltInChat({ answer: ['', ''] });
  expect((await thrownBy(ask())).failure.kind).toBe('nothing-said');
});

test('[MOD-3] an abort ends the answer with the reason, the session with it', async () => {
  const { ask, languageModel } = aBuiltInChat({ hangs: true });
  const controller = new AbortController();
  const onDelta = (): void => controller.abort(new Error('the user left'));
  await expect(ask({ onDelta, signal: controller.signal })).rejects.toThrow('the user left');
  expect(languageModel.open).toBe(0);
  await expect(ask({ signal: controller.signal })).rejects.toThrow('the user left');
});

test('[MOD-3] an abort ends a download', async () => {
  const controller = new AbortController();
  const { model, languageModel } = aBuiltInChat({
    availability: 'downloadable',
    onDownload: () => controller.abort(new Error('not today')),
  });
  await expect(model.load({ signal: controller.signal })).rejects.toThrow('not today');
  expect(languageModel.open).toBe(0);
});

test('[MOD-3] a model that falls silent is given up', async () => {
  const clock = aSimulatedClock();
  const silences: boolean[] = [];
  const { ask, languageModel } = aBuiltInChat({ hangs: true }, { clock });
  let pieces = 0;
  const onDelta = (): void => {
    pieces += 1;
    // Behind this piece the next one is waited for, which never comes.
    if (pieces === 2) clock.advance(20_000);
    if (pieces === 2) clock.advance(100_000);
  };
  const asking = ask({ onDelta, onSilence: (isSilent) => silences.push(isSilent) });
  expect((await thrownBy(asking)).failure).toEqual({ kind: 'silent', timeoutMs: 120_000 });
  expect(silences).toEqual([true, false]);
  expect(languageModel.open).toBe(0);
});

test('[MOD-3] an error of who listens is passed on, and ends the session', async () => {
  const { ask, languageModel } = aBuiltInChat({ hangs: true });
  const onDelta = (): void => {
    throw new Error('the page is gone');
  };
  await expect(ask({ onDelta })).rejects.toThrow('the page is gone');
  expect(languageModel.open).toBe(0);
});

test('[MOD-1] an answer ends about where its bound is', async () => {
  const answer = Array.from({ length: 100 }, () => ' word');
  const { ask, languageModel } = aBuiltInChat({ answer });
  const reply = await ask({ maxTokens: 10 });
  expect(reply.finishReason).toBe('length');
  expect(reply.text.split(' word')).toHaveLength(11);
  expect(languageModel.open).toBe(0);
});

test('[MOD-1] a schema of the answer is handed on', async () => {
  const { ask, languageModel } = aBuiltInChat();
  const answerSchema = { type: 'object' };
  await ask({ answerSchema });
  expect(languageModel.constraints).toEqual([answerSchema]);
});

test('[MOD-1] a temperature is heeded where the browser heeds it, and left out elsewhere', async () => {
  const extension = aBuiltInChat({ isExtension: true });
  await extension.ask({ temperature: 5 });
  expect(extension.languageModel.created).toMatchObject([{ temperature: 2, topK: 3 }]);
  const page = aBuiltInChat();
  await page.ask({ temperature: 0 });
  expect(page.languageModel.created).toEqual([{ initialPrompts: [] }]);
});

test('[MOD-1] languages are told in the question whether there is a model, and in its creation', async () => {
  const { ask, languageModel } = aBuiltInChat({}, { languages: ['de', 'en'] });
  await ask();
  const expected = [{ type: 'text', languages: ['de', 'en'] }];
  const settings = { expectedInputs: expected, expectedOutputs: expected, initialPrompts: [] };
  expect(languageModel.asked).toEqual([settings]);
  expect(languageModel.created).toEqual([settings]);
});

test('[MOD-1] tools are refused: it would never call one', async () => {
  const { ask, languageModel } = aBuiltInChat();
  const error = await thrownBy(ask({ tools: [{ name: 'seat' }] }));
  expect(error.failure).toEqual({ kind: 'run-failed', problem: 'it takes no tools' });
  expect(languageModel.created).toEqual([]);
});

test.each([
  ['languages', { languages: 'en' }],
  ['clock', { clock: {} }],
])('[OBS-3] an option `%s` that makes no sense is refused', (option, options) => {
  expect(() => builtInChat(options as never)).toThrow(InvalidOptionError);
  expect(() => builtInChat(options as never)).toThrow(`\`${option}\``);
});
