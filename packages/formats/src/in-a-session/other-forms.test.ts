import { createAgentMemory, type Message } from '@agent-memory/core';
import type { FormatChoice, MessageFormat } from '@agent-memory/core/formats';
import { expect, test } from 'vitest';
import { aiSdk, aiSdkUi, anthropic, chatTemplate, google, openAiResponses } from '../index.ts';

const OPENAI_CALL = {
  role: 'assistant',
  content: 'Looking.',
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{}' } }],
};
const ANTHROPIC_CALL = {
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'c1', name: 'find', input: {} }],
};
const MODEL_CALL = {
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'find', input: {} }],
};
const UI_CALL = {
  id: 'm1',
  role: 'assistant',
  parts: [
    { type: 'step-start' },
    { type: 'tool-find', toolCallId: 'c1', state: 'output-available', input: {}, output: 'Three' },
  ],
};
const ITEM_CALL = { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{}' };
const CONTENT = { role: 'model', parts: [{ functionCall: { name: 'find', args: {} } }] };
const picture = { type: 'base64', media_type: 'image/png', data: 'AA==' };

/** A message, the format that it is given as, and the words that name its own. */
const MIXED: readonly (readonly [
  sign: string,
  message: object,
  given: FormatChoice,
  said: string,
])[] = [
  ['an Anthropic call', ANTHROPIC_CALL, 'openai', 'an Anthropic message: give `format: anthropic`'],
  ['an Anthropic call', ANTHROPIC_CALL, chatTemplate, 'give `format: anthropic`'],
  ['an Anthropic call', ANTHROPIC_CALL, aiSdk, 'give `format: anthropic`'],
  [
    'an Anthropic result',
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'Three' }] },
    'openai',
    'give `format: anthropic`',
  ],
  [
    'an Anthropic picture',
    { role: 'user', content: [{ type: 'image', source: picture }] },
    'openai',
    'give `format: anthropic`',
  ],
  ['a ModelMessage', MODEL_CALL, 'openai', 'a `ModelMessage` of the AI SDK: give `format: aiSdk`'],
  ['a ModelMessage', MODEL_CALL, anthropic, 'give `format: aiSdk`'],
  [
    'a result of the AI SDK',
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c1',
          toolName: 'f',
          output: { type: 'text', value: '' },
        },
      ],
    },
    'openai',
    'give `format: aiSdk`',
  ],
  ['a UIMessage', UI_CALL, 'openai', 'a `UIMessage` of the AI SDK: give `format: aiSdkUi`'],
  ['a UIMessage', UI_CALL, anthropic, 'give `format: aiSdkUi`'],
  ['a UIMessage', UI_CALL, aiSdk, 'give `format: aiSdkUi`'],
  ['a call of OpenAI', OPENAI_CALL, anthropic, "OpenAI Chat Completions: give `format: 'openai'`"],
  ['a call of OpenAI', OPENAI_CALL, aiSdk, "give `format: 'openai'`"],
  ['a call of OpenAI', OPENAI_CALL, aiSdkUi, "give `format: 'openai'`"],
  [
    'a result of OpenAI',
    { role: 'tool', tool_call_id: 'c1', content: 'Three' },
    anthropic,
    "give `format: 'openai'`",
  ],
  [
    'a call in an item',
    ITEM_CALL,
    'openai',
    'an item of OpenAI’s Responses API: give `format: openAiResponses`',
  ],
  ['a call in an item', ITEM_CALL, anthropic, 'give `format: openAiResponses`'],
  ['reasoning in an item', { type: 'reasoning', summary: [] }, aiSdk, 'openAiResponses'],
  [
    'words of an item',
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
    'openai',
    'openAiResponses',
  ],
  ['a content', CONTENT, 'openai', 'a content of the Gemini API: give `format: google`'],
  ['a content', CONTENT, openAiResponses, 'give `format: google`'],
  ['a content', CONTENT, aiSdkUi, 'give `format: google`'],
  [
    'words of a content',
    { role: 'user', parts: [{ text: 'Hi' }] },
    anthropic,
    'give `format: google`',
  ],
  ['an Anthropic call', ANTHROPIC_CALL, google, 'give `format: anthropic`'],
  ['a call of OpenAI', OPENAI_CALL, google, "give `format: 'openai'`"],
  ['a UIMessage', UI_CALL, google, 'give `format: aiSdkUi`'],
  ['an item', ITEM_CALL, google, 'give `format: openAiResponses`'],
  ['a call of OpenAI', OPENAI_CALL, openAiResponses, "give `format: 'openai'`"],
  ['an Anthropic call', ANTHROPIC_CALL, openAiResponses, 'give `format: anthropic`'],
  ['a ModelMessage', MODEL_CALL, openAiResponses, 'give `format: aiSdk`'],
  ['a UIMessage', UI_CALL, openAiResponses, 'give `format: aiSdkUi`'],
  [
    'a message of LangChain',
    Object.assign(Object.create({}), { lc_namespace: ['langchain_core'], content: 'Hi' }),
    'openai',
    'a message of LangChain: give `format: langChainFormat`',
  ],
];

test.each(MIXED)('[MSG-3] %s is refused by that name: %s', async (_, message, format, said) => {
  const memory = createAgentMemory({ id: 'mixed', contextWindow: 32_000 });
  const given = memory.append(message as never, { format });
  await expect(given).rejects.toMatchObject({ code: 'INVALID_MESSAGE' });
  await expect(given).rejects.toThrow(said);
  await expect(memory.reconcile([message as never], { format })).rejects.toThrow(said);
  const initialMessages = { format, messages: [message] } as never;
  const begun = createAgentMemory({ id: 'begun', contextWindow: 32_000, initialMessages });
  await expect(begun.append({ role: 'user', content: 'Hi' })).rejects.toThrow(said);
  expect(memory.entries()).toEqual([]);
});

test('[MSG-3] in a list the refusal names the message too, and the rest of a long one is looked at alike', async () => {
  const memory = createAgentMemory({ id: 'list', contextWindow: 32_000 });
  const words = { role: 'user', content: 'Hi' } as const;
  const list = (length: number) => [
    ...Array.from({ length }, () => words),
    ANTHROPIC_CALL as never,
  ];
  for (const length of [1, 600]) {
    const given = memory.append(list(length));
    await expect(given).rejects.toMatchObject({ field: `messages.${length}.content.0.type` });
    await expect(given).rejects.toThrow('This looks like an Anthropic message');
  }
  expect(memory.entries()).toEqual([]);
});

const text = { role: 'user', content: 'Hello' } as const;

test.each(['openai', anthropic, aiSdk, chatTemplate] as const)(
  '[MSG-3] what every provider writes alike is taken by all: %j',
  async (format) => {
    const memory = createAgentMemory({ id: 'alike', contextWindow: 32_000 });
    await memory.append(text, { format });
    await memory.append({ role: 'user', content: [{ type: 'text', text: 'Hi' }] }, { format });
    expect(memory.entries()).toHaveLength(2);
  },
);

/** A format of one's own that reads whatever a test wants. */
function aFormat(read: unknown): MessageFormat<string, { readonly script: string }> {
  return {
    name: 'lines',
    read: () => read as never,
    write: () => [],
    render: () => ({ script: '' }),
  };
}

const words = (part: object) => [{ message: { role: 'user', parts: [part], format: 'lines' } }];

test.each<readonly [given: string, read: unknown, field: string, problem: string]>([
  ['a part without its text', words({ type: 'text' }), 'message.parts.0.text', 'is missing.'],
  ['a part of no kind', words({ type: 'smell' }), 'message.parts.0.type', 'must be a known kind'],
  [
    'a field that there is not',
    words({ type: 'text', text: '', colour: 1 }),
    'message.parts.0.colour',
    'is not a field',
  ],
  ['no role', [{ message: { parts: [] } }], 'message.role', 'is missing.'],
  ['no message', [{}], 'message', 'must be an object; got undefined.'],
  ['nothing', undefined, 'read', 'gave no list'],
  [
    'a date',
    words({ type: 'text', text: 'a', extra: { at: new Date(0) } }),
    'message.parts.0.extra.at',
    'class Date',
  ],
])(
  '[MSG-3] a format of one’s own that gives %s is named, with the field',
  async (_, read, field, problem) => {
    const memory = createAgentMemory({ id: 'own', contextWindow: 32_000 });
    const given = memory.append('Hello' as never, { format: aFormat(read) });
    await expect(given).rejects.toMatchObject({ code: 'INVALID_MESSAGE', field });
    await expect(given).rejects.toThrow(problem);
    await expect(given).rejects.toThrow(
      '`read` of the format "lines" gave; the format is at fault',
    );
    const second = memory.append(['A' as never, 'B' as never], { format: aFormat(read) });
    await expect(second).rejects.toMatchObject({ field: `messages.0.${field}` });
  },
);

test('[MSG-3] of several messages that a format gave the one at fault is named', async () => {
  const memory = createAgentMemory({ id: 'own', contextWindow: 32_000 });
  const fine: Message = { role: 'user', parts: [], format: 'lines' };
  const read = [{ message: fine }, { message: { ...fine, parts: [{ type: 'text' }] } }];
  await expect(memory.append('A' as never, { format: aFormat(read) })).rejects.toMatchObject({
    field: 'read.1.message.parts.0.text',
  });
});

const said = { role: 'user', content: 'Hi' };

test.each([
  ['a picture of Ollama', { ...said, images: ['iVBORw0='] }, 'openai', 'images'],
  ['a picture of Ollama', { ...said, images: ['iVBORw0='] }, anthropic, 'images'],
  ['files of an app', { ...said, attachments: [{ name: 'a.pdf' }] }, 'openai', 'attachments'],
  [
    'files of an earlier AI SDK',
    { ...said, experimental_attachments: [{ url: 'data:,' }] },
    'openai',
    'experimental_attachments',
  ],
  [
    'calls of an earlier AI SDK',
    { role: 'assistant', content: '', toolInvocations: [{ toolName: 'find' }] },
    aiSdk,
    'toolInvocations',
  ],
  [
    'arguments of an earlier AI SDK',
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'find', args: { n: 1 } }],
    },
    aiSdk,
    'message',
  ],
  [
    'a file of an earlier AI SDK',
    { id: 'm', role: 'user', parts: [{ type: 'file', mimeType: 'image/png', data: 'AA==' }] },
    aiSdkUi,
    'message',
  ],
  [
    'a picture of MCP',
    {
      role: 'tool',
      tool_call_id: 'c',
      content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }],
    },
    'openai',
    'content.0.type',
  ],
  [
    'system text of Gemini',
    { ...said, systemInstruction: { parts: [{ text: 'a' }] } },
    anthropic,
    'systemInstruction',
  ],
  ['instructions', { ...said, instructions: 'Be brief.' }, 'openai', 'instructions'],
  [
    'system text of Anthropic',
    { ...said, system: [{ type: 'text', text: 'a' }] },
    anthropic,
    'system',
  ],
  ['a refusal of OpenAI', { role: 'assistant', content: '', refusal: 'No.' }, anthropic, 'refusal'],
  ['words beside parts', { ...said, parts: [{ text: 'Other' }] }, google, 'message'],
  ['an answer of Gemini', { candidates: [{ content: {} }] }, 'openai', 'role'],
] as const)(
  '[MSG-3] %s would be lost, so it is refused and its field named',
  async (_, message, format, field) => {
    const memory = createAgentMemory({ id: 'lost', contextWindow: 8_000 });
    const refused = memory.append(message as never, { format } as never);
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_MESSAGE', field });
    await expect(refused).rejects.toThrow(/looks like|beside/);
    expect(memory.entries()).toEqual([]);
  },
);

test.each([
  ['openai', { ...said, images: [], attachments: [], refusal: null }],
  [aiSdkUi, { id: 'm', role: 'user', content: 'Hi', parts: [{ type: 'text', text: 'Hi' }] }],
] as const)('[MSG-2] fields that hold nothing more are taken: %#', async (format, message) => {
  const memory = createAgentMemory({ id: 'kept', contextWindow: 8_000 });
  await memory.append(message as never, { format } as never);
  expect(memory.entries()).toHaveLength(1);
});

test('[MSG-2] what `generateText` gives is its messages', async () => {
  const memory = createAgentMemory({ id: 'sdk', contextWindow: 8_000 });
  const messages = [MODEL_CALL, { role: 'assistant', content: 'Done.' }] as const;
  class Result {
    readonly steps = [];
    get response() {
      return { messages };
    }
    get output(): never {
      throw new Error('No output was asked for.');
    }
  }
  await memory.append(new Result() as never, { format: aiSdk });
  expect(memory.entries().map(({ message: { role } }) => role)).toEqual(['assistant', 'assistant']);
});
