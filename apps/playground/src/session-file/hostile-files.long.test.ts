import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { type RecordedSession, readSessionFile, UnreadableFile } from './session-file.ts';

const DEEP = 60_000;

/** Lists within lists, as the text of JSON. */
const deep = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;

const anthropic = (input: string) =>
  `{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":${input}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"ok"}]}]}`;
const aiSdk = (input: string) =>
  `[{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c1","toolName":"f","input":${input}}]},{"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"f","output":{"type":"text","value":"ok"}}]}]`;
const aiSdkUi = (input: string) =>
  `[{"id":"m1","role":"assistant","parts":[{"type":"tool-f","toolCallId":"c1","state":"output-available","input":${input},"output":"ok"}]}]`;
const gemini = (input: string) =>
  `{"contents":[{"role":"user","parts":[{"text":"Hi"}]},{"role":"model","parts":[{"functionCall":{"name":"f","args":${input}}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"ok"}}}]}]}`;

const FORMS = { Anthropic: anthropic, 'AI SDK': aiSdk, 'AI SDK UI': aiSdkUi, Gemini: gemini };
const forms = Object.entries(FORMS);

/** The session, or the refusal; anything else that is thrown is a fault. */
async function outcomeOf(text: string): Promise<RecordedSession | UnreadableFile> {
  try {
    const file = { name: 'hostile.json', size: 1, text: async () => text };
    return await readSessionFile(file);
  } catch (error) {
    if (error instanceof UnreadableFile) return error;
    throw error;
  }
}

/** A sentence for a person, and nothing of a stack or of an error of the language. */
async function expectRefused(text: string): Promise<string> {
  const outcome = await outcomeOf(text);
  if (!(outcome instanceof UnreadableFile)) throw new Error('It was opened.');
  expect(outcome.message).toMatch(/^(its?|message) .{8,300}$/s);
  expect(outcome.message).not.toMatch(
    /RangeError|TypeError|SyntaxError|call stack|\[object|undefined/,
  );
  return outcome.message;
}

/** A refusal in words, or a session that memory can hold and send. */
async function expectHandled(text: string): Promise<void> {
  const outcome = await outcomeOf(text);
  if (outcome instanceof UnreadableFile) return void (await expectRefused(text));
  const memory = createAgentMemory({ id: 'hostile', budget: fixedBudget(4_000) });
  await memory.append(outcome.messages);
  const { plan } = await memory.assemble();
  expect(plan.totalTokens).toBeLessThanOrEqual(4_000);
  await memory.dispose();
}

test.each(forms)('[MSG-3] %s nested 60,000 deep is refused in words', async (_, form) => {
  await expectRefused(form(`{"a":${deep}}`));
});

test.each(forms)('[MSG-3] half of a file of %s is refused as cut off', async (_, form) => {
  const text = form('{"room":"512"}');
  expect(await expectRefused(text.slice(0, text.length / 2))).toMatch(/it is not JSON: ./);
});

test.each(forms)('[MSG-3] half of 8 MB of %s is refused in words', async (_, form) => {
  const text = form(`{"a":"${'x'.repeat(16_000_000)}"}`);
  await expectRefused(text.slice(0, 8_000_000));
});

const NULLS: readonly string[] = [
  'null',
  '[null]',
  '{"messages":null}',
  '{"messages":[null,{"role":"user","content":"Hi"}]}',
  '{"contents":[null]}',
  '{"messages":[{"role":null,"content":null}]}',
  '{"messages":[{"role":"assistant","content":[null]}]}',
  '{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":null,"name":null,"input":null}]}]}',
  '{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":null,"content":null}]}]}',
  '[{"role":"assistant","content":[{"type":"tool-call","toolCallId":null,"toolName":null,"input":null}]}]',
  '[{"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"f","output":null}]}]',
  '[{"id":"m1","role":"assistant","parts":[null,{"type":null}]}]',
  '[{"id":"m1","role":"assistant","parts":[{"type":"tool-f","toolCallId":null,"state":null}]}]',
  '[{"__proto__":{"role":"user"},"constructor":null}]',
];

test.each(NULLS)(
  '[MSG-3] nothing where something belongs is refused in words: %s',
  async (text) => {
    await expectRefused(text);
  },
);

test.each(forms)(
  '[MSG-3] %s of 8 MB is refused in words or held within the budget',
  async (_, form) => {
    await expectHandled(form(`{"a":"${'x '.repeat(4_000_000)}"}`));
  },
);
