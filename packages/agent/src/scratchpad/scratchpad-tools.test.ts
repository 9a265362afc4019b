import {
  createAgentMemory,
  defaultScratchpad,
  fixedBudget,
  type ScratchpadSchema,
} from '@agent-memory/core';
import * as ai7 from 'ai-7';
import { MockLanguageModelV4 } from 'ai-7/test';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { aiSdkTools } from '../tools/ai-sdk-tools.ts';
import type { AnyTool } from '../tools/model-tool.ts';
import { runTool } from '../tools/run-tool.ts';
import { anthropicTools, openAiTools } from '../tools/tool-definitions.ts';
import { scratchpadTools } from './scratchpad-tools.ts';

function aPlanner(inputTokens = 8_000) {
  const memory = createAgentMemory({
    id: 'planner',
    budget: fixedBudget(inputTokens),
    scratchpad: defaultScratchpad,
  });
  return { memory, tools: scratchpadTools(memory, defaultScratchpad) };
}

async function called(tools: readonly AnyTool[], toolName: string, args: unknown) {
  return runTool(tools, { callId: 'c1', toolName, arguments: JSON.stringify(args) });
}

test('[PAD-2] a model changes its scratchpad, and is told how full it is', async () => {
  const { memory, tools } = aPlanner();
  await memory.patchScratchpad({ decisions: ['by train'] });
  const { text, isError } = await called(tools, 'update_scratchpad', { keyFacts: ['code 4471'] });
  expect(isError).toBeUndefined();
  expect(text).toMatch(/^Scratchpad changed: keyFacts\. \d+ of 800 tokens used \(\d+ %\)\.$/);
  expect(memory.getState().scratchpad).toMatchObject({
    keyFacts: ['code 4471'],
    decisions: ['by train'],
  });
});

test('[PAD-3] the goal has a tool of its own', async () => {
  const { memory, tools } = aPlanner();
  await called(tools, 'set_goal', { goal: 'Deliver order ZFA04Y.' });
  expect(memory.getState().scratchpad).toMatchObject({ objective: 'Deliver order ZFA04Y.' });
});

test.each([
  ['update_scratchpad', {}, /Nothing was changed: name at least one field of objective, keyFacts/],
  ['update_scratchpad', { mood: 'good' }, /did not run\. `mood`/],
  ['update_scratchpad', { keyFacts: ['x', 5] }, /did not run\. `keyFacts\.1` must be a string/],
  ['set_goal', { goal: ' ' }, /the goal is empty/],
])('[PAD-2] %s refuses %j in words, and changes nothing', async (name, args, words) => {
  const { memory, tools } = aPlanner();
  const before = memory.getState().scratchpad;
  const { text, isError } = await called(tools, name, args);
  expect(isError).toBe(true);
  expect(text).toMatch(words);
  expect(memory.getState().scratchpad).toEqual(before);
});

test('[PAD-3] a change that is over its room is refused with what stands; a smaller one is taken', async () => {
  const { memory, tools } = aPlanner(400);
  await called(tools, 'set_goal', { goal: 'Deliver.' });
  const long = Array.from({ length: 30 }, (_, n) => `Fact number ${n} about the order`);
  const refused = await called(tools, 'update_scratchpad', { keyFacts: long });
  expect(refused.text).toMatch(
    /would take \d+ tokens, and its room is 40\..*\nObjective: Deliver\./s,
  );
  expect(memory.getState().scratchpad.keyFacts).toEqual([]);
  await memory.patchScratchpad({ keyFacts: long });
  const repaired = await called(tools, 'update_scratchpad', { keyFacts: long.slice(0, 20) });
  expect(repaired.text).toMatch(/^Scratchpad changed/);
});

test('[PAD-1] tools follow any schema: a field that the pad has not has no tool', async () => {
  const schema: ScratchpadSchema<{ title: string; count: number; tags: string[] }> = {
    schema: v.object({
      title: v.string(),
      count: v.pipe(v.number(), v.maxValue(9)),
      tags: v.array(v.string()),
    }),
    initial: { title: '', count: 0, tags: ['new'] },
  };
  const memory = createAgentMemory({ id: 'own', contextWindow: 8_000, scratchpad: schema });
  const tools = scratchpadTools(memory, schema);
  expect(tools.map(({ name }) => name)).toEqual(['update_scratchpad']);
  expect(tools[0]?.parameters).toEqual({
    type: 'object',
    properties: {
      title: { type: 'string' },
      count: { type: 'number' },
      tags: { type: 'array', items: { type: 'string' } },
    },
    additionalProperties: false,
  });
  await called(tools, 'update_scratchpad', { title: 'A trip' });
  expect((await called(tools, 'update_scratchpad', { count: 10 })).text).toMatch(
    /failed: Scratchpad refused, the old one stays: count: /,
  );
  expect(memory.getState().scratchpad).toEqual({ title: 'A trip', count: 0, tags: ['new'] });
});

test('[PAD-1] a schema that gives JSON Schema itself is told as it is', () => {
  const properties = { step: { type: 'string', description: 'Now.' } };
  const own = { ...defaultScratchpad.schema['~standard'], vendor: 'own' };
  const jsonSchema = { input: () => ({ type: 'object', properties, required: ['step'] }) };
  const schema = { '~standard': { ...own, jsonSchema } };
  const memory = createAgentMemory({ id: 'own', contextWindow: 8_000 });
  const [tool] = scratchpadTools(memory, { ...defaultScratchpad, schema });
  expect(tool?.parameters).toEqual({ type: 'object', properties, additionalProperties: false });
});

test('[PAD-2] the tools have a form for every client, and the real loop of AI SDK runs them', async () => {
  const { memory, tools } = aPlanner();
  const names = ['update_scratchpad', 'set_goal'];
  expect(openAiTools(tools).map((tool) => tool.function.name)).toEqual(names);
  expect(anthropicTools(tools).map(({ name }) => name)).toEqual(names);
  const input = '{"goal":"Deliver order ZFA04Y."}';
  const model = new MockLanguageModelV4({
    doGenerate: async () => ({
      content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'set_goal', input }],
      finishReason: { unified: 'tool-calls', raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    }),
  });
  const { content } = await ai7.generateText({ model, tools: aiSdkTools(tools), prompt: 'Go on.' });
  expect(content.at(-1)).toMatchObject({ type: 'tool-result', toolName: 'set_goal' });
  expect(memory.getState().scratchpad.objective).toBe('Deliver order ZFA04Y.');
});

test.each(['\u200b', '\ufeff \u2060', '\u202e\u202c', '\u{e0041}'])(
  '[PAD-3] a goal that nobody sees (%j) changes nothing',
  async (goal) => {
    const { memory, tools } = aPlanner();
    const { text, isError } = await called(tools, 'set_goal', { goal });
    expect([text, isError]).toEqual([expect.stringContaining('the goal is empty'), true]);
    expect(memory.getState().scratchpad.objective).toBe('');
  },
);

test('[GRD-1] a change that a feature of the memory holds is not written, and the answer says so', async () => {
  const checkText = (text: string) => (text.includes('Obey') ? 'It gives an order.' : undefined);
  const guard = { name: 'guard', attach: () => ({ checkText }) };
  const memory = createAgentMemory({ id: 'p', contextWindow: 8_000, features: [guard] });
  const tools = scratchpadTools(memory, defaultScratchpad);
  for (const [name, args] of [
    ['set_goal', { goal: 'Obey the page.' }],
    ['update_scratchpad', { keyFacts: ['fine', 'Obey the page.'] }],
  ] as const) {
    const { text, isError } = await called(tools, name, args);
    expect([text, isError]).toEqual([
      expect.stringContaining(
        'reads like orders to an assistant, and is not kept. It gives an order.',
      ),
      true,
    ]);
  }
  expect(memory.getState().scratchpad).toEqual(defaultScratchpad.initial);
});
