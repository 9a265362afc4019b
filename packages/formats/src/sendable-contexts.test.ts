import { fixedBudget, type Message, type OpenAiMessage, type Part } from '@agent-memory/core';
import { openAi } from '@agent-memory/core/formats';
import { storeRules } from '@agent-memory/core/internal';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainObject } from '../../core/src/message/plain-object.ts';
import { makePlan } from '../../core/src/plan/make-plan.ts';
import { grammarFaults } from '../../core/src/testing/context-faults.ts';
import { aTranscript, simpleMeasurer } from '../../core/src/testing/transcripts.ts';
import { aiSdk } from './ai-sdk/ai-sdk-format.ts';
import { aiSdkUi } from './ai-sdk-ui/ai-sdk-ui-format.ts';
import { anthropic } from './anthropic/anthropic-format.ts';
import { chatTemplate } from './chat-template/chat-template-format.ts';
import { google } from './google/google-format.ts';
import { openAiResponses } from './openai-responses/openai-responses-format.ts';
import { googleFaults } from './testing/google-faults.ts';
import { responsesFaults } from './testing/responses-faults.ts';

const RUNS = { numRuns: 400, seed: 20261123 };

const PICTURE = 'data:image/png;base64,iVBORw0KGgo=';

const text: fc.Arbitrary<Part> = fc
  .constantFrom('', ' ', '\n', 'Words.')
  .map((words) => ({ type: 'text', text: words }));
const shown: fc.Arbitrary<Part> = fc.constantFrom<Part>(
  { type: 'image', url: PICTURE },
  { type: 'image', url: 'https://a.example/b.png' },
  { type: 'document', data: 'data:application/pdf;base64,JVBERi0=', filename: 'a.pdf' },
  { type: 'document', fileId: 'file-1' },
);
const parts = fc.array(fc.oneof(text, shown), { minLength: 1, maxLength: 3 });

const argumentTexts = fc.oneof(
  fc.constantFrom('', ' ', '{', '{"path":"src/ma', 'null', '7', '[]', '"a"', '{"n":1}', 'not JSON'),
  fc.json(),
  fc.json().map((json) => json.slice(0, -1)),
);

/** A turn: words, or calls with results of words and pictures, some of them left out. */
const turn: fc.Arbitrary<readonly Message[]> = fc.oneof(
  fc
    .record({ role: fc.constantFrom('user' as const, 'assistant', 'system'), parts })
    .map((message) => [message]),
  fc
    .record({
      words: fc.array(text, { maxLength: 2 }),
      name: fc.constantFrom('look', 'maps.look:near', 'look it up', 'l'.repeat(140), '7.look'),
      prefix: fc.constantFrom('c', 'c'.repeat(64), `functions.look:${'c'.repeat(25)}`),
      calls: fc.array(
        fc.record({
          text: argumentTexts,
          result: fc.option(
            fc.record({
              text: fc.constantFrom('', ' ', 'Found.'),
              beside: fc.array(shown, { maxLength: 2 }),
            }),
          ),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    })
    .map(({ words, name, prefix, calls }): readonly Message[] => [
      {
        role: 'assistant',
        parts: [
          ...words,
          ...calls.map(
            (call, index): Part => ({
              type: 'tool-call',
              callId: `${prefix}${index}`,
              toolName: name,
              arguments: call.text,
            }),
          ),
        ],
      },
      ...calls.flatMap(({ result }, index): readonly Message[] =>
        result
          ? [
              {
                role: 'tool',
                parts: [
                  { type: 'tool-result', callId: `${prefix}${index}`, text: result.text },
                  ...result.beside,
                ],
              },
            ]
          : [],
      ),
    ]),
);

/** A message of one format, or of this library's own. */
const conversation = fc
  .record({
    turns: fc.array(turn, { minLength: 1, maxLength: 6 }),
    format: fc.constantFrom(
      undefined,
      'openai',
      'openai-responses',
      'anthropic',
      'google',
      'ai-sdk',
      'ai-sdk-ui',
      'langchain',
    ),
  })
  .map(({ turns, format }) =>
    turns.flat().map((message) => (format === undefined ? message : { ...message, format })),
  );

function planOf(messages: readonly Message[]) {
  return makePlan({
    sessionId: 's',
    transcript: aTranscript(messages),
    overlays: storeRules.noOverlays(),
    budget: fixedBudget(1_000_000),
    fixed: {},
    sections: [],
    degraded: [],
    measurer: simpleMeasurer,
  });
}

function holdsForEach(faultsOf: (messages: readonly Message[]) => readonly string[]) {
  return fc.assert(
    fc.property(conversation, (messages) => {
      expect(faultsOf(messages)).toEqual([]);
    }),
    RUNS,
  );
}

/** Kinds of content by role. Source: OpenAI API reference, "Create chat completion", `messages`. */
const KINDS: Readonly<Record<OpenAiMessage['role'], readonly string[]>> = {
  system: ['text'],
  developer: ['text'],
  user: ['text', 'image_url', 'file', 'input_audio'],
  assistant: ['text', 'refusal'],
  tool: ['text'],
};

function openAiFaults(messages: readonly OpenAiMessage[]): readonly string[] {
  return [
    ...grammarFaults(messages),
    ...messages.flatMap(({ role, content, tool_calls: calls = [] }, index) => [
      ...(Array.isArray(content) && content.length === 0 ? [`${index}: an empty list`] : []),
      ...(typeof content === 'string' ? [] : (content ?? [])).flatMap((part) => [
        ...(KINDS[role].includes(part.type) ? [] : [`${index}: ${part.type} of the ${role}`]),
        ...(part.type === 'text' && part.text.trim() === '' ? [`${index}: a blank part`] : []),
      ]),
      ...calls.flatMap(({ id, function: { name, arguments: given } }) => [
        ...(isObjectText(given) ? [] : [`${index}: arguments ${given}`]),
        ...(/^[a-zA-Z0-9_-]{1,64}$/.test(name) ? [] : [`${index}: name ${name}`]),
        ...(id.length <= 40 ? [] : [`${index}: id ${id}`]),
      ]),
    ]),
  ];
}

function isObjectText(json: string): boolean {
  try {
    return isPlainObject(JSON.parse(json));
  } catch {
    return false;
  }
}

test.each([openAi, chatTemplate])(
  '[MSG-6] what $name sends has no blank part, no broken arguments and no picture of a tool',
  async (format) => {
    await holdsForEach((messages) => openAiFaults(format.render(planOf(messages)).messages));
  },
);

test('[MSG-6] what openai-responses sends has no blank piece, no broken arguments and no picture of the assistant', async () => {
  await holdsForEach((messages) => responsesFaults(openAiResponses.render(planOf(messages))));
});

test('[MSG-6] what google sends has no blank text, no arguments but objects and no picture of the model', async () => {
  await holdsForEach((messages) => googleFaults(google.render(planOf(messages))));
});

test('[MSG-6] no picture that a tool answered with is lost on its way to OpenAI', async () => {
  await holdsForEach((messages) => {
    const isPicture = ({ type }: Part) => type === 'image';
    const wanted = messages
      .filter(({ role }) => role === 'tool')
      .flatMap((m) => m.parts.filter(isPicture));
    const users = messages
      .filter(({ role }) => role === 'user')
      .flatMap((m) => m.parts.filter(isPicture));
    const sent = JSON.stringify(openAi.render(planOf(messages))).split('"image_url":{').length - 1;
    return sent === wanted.length + users.length ? [] : [`${sent} pictures`];
  });
});

test('[MSG-6] what anthropic sends has no blank text and no input but objects', async () => {
  await holdsForEach((messages) => blockFaults(anthropic.render(planOf(messages)).messages));
});

function blockFaults(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(blockFaults);
  if (!isPlainObject(value)) return [];
  const { type, text: words, input } = value;
  const isBlank = type === 'text' && String(words).trim() === '';
  const isBroken = type === 'tool_use' && !isPlainObject(input);
  return [
    ...(isBlank ? ['a blank text'] : []),
    ...(isBroken ? [`input ${JSON.stringify(input)}`] : []),
    ...Object.values(value).flatMap(blockFaults),
  ];
}

test.each([aiSdk, aiSdkUi])(
  '[MSG-6] what $name sends has no blank text and no input but objects',
  async (format) => {
    await holdsForEach((messages) => sdkFaults(format.render(planOf(messages)).messages));
  },
);

function sdkFaults(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(sdkFaults);
  if (!isPlainObject(value)) return [];
  const { type, text: words, toolCallId, input, content, parts: pieces } = value;
  const isBlank = type === 'text' && 'text' in value && String(words).trim() === '';
  const isCall = toolCallId !== undefined && type !== 'tool-result';
  const isEmpty = [content, pieces].some((list) => Array.isArray(list) && list.length === 0);
  return [
    ...(isBlank ? ['a blank text'] : []),
    ...(isCall && !isPlainObject(input) ? [`input ${JSON.stringify(input)}`] : []),
    ...(isEmpty ? ['an empty list'] : []),
    ...Object.entries(value).flatMap(([name, held]) => (name === 'input' ? [] : sdkFaults(held))),
  ];
}
