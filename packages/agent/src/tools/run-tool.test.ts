import { AgentMemoryError, InvalidOptionError } from '@agent-memory/core';
import { aSimulatedAbort } from '@agent-memory/core/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aCall, aTool } from '../testing/tool-builders.ts';
import { aiSdkTools } from './ai-sdk-tools.ts';
import { defineTool } from './model-tool.ts';
import { runTool } from './run-tool.ts';
import { anthropicTools, openAiTools } from './tool-definitions.ts';

test('[TOOL-2] a call is answered with what the tool gives, as the result of that call', async () => {
  expect(await runTool([aTool()], aCall())).toEqual({
    type: 'tool-result',
    callId: 'call-1',
    text: 'Order ZFA04Y was sent.',
  });
});

test.each([
  ['text', 'sent', 'sent'],
  ['an object', { sent: true }, '{"sent":true}'],
  ['a number', 3, '3'],
  ['null', null, 'null'],
  ['nothing', undefined, '(no output)'],
  ['a function', () => 1, '(no output)'],
])('[TOOL-2] %s goes to the model as text', async (_, output, text) => {
  const result = await runTool([aTool({ execute: () => output })], aCall());
  expect(result).toEqual({ type: 'tool-result', callId: 'call-1', text });
});

test('[TOOL-2] where the output is no JSON the model is told that the tool ran', async () => {
  const { text, isError } = await runTool([aTool({ execute: () => 10n })], aCall());
  expect(text).toMatch(/^`get_order` ran, but its output cannot be written as JSON: .*BigInt/);
  expect(isError).toBe(true);
});

test('[TOOL-2] a tool that is not there is an answer that names the ones that are', async () => {
  const tools = [aTool({ name: 'recall' }), aTool({ name: 'update_plan' })];
  expect(await runTool(tools, aCall({ toolName: 'recal' }))).toMatchObject({
    text: 'There is no tool `recal`: did you mean `recall`? Tools: recall, update_plan.',
    isError: true,
  });
  expect(await runTool([], aCall({ toolName: 'toString' }))).toMatchObject({
    text: 'There is no tool `toString`. There are no tools.',
    isError: true,
  });
});

test.each([
  [
    '{"number":',
    /^`get_order` did not run\. The arguments are not JSON: .*\. Correct this and call/,
  ],
  ['["ZFA04Y"]', /The arguments must be a JSON object\./],
  ['null', /The arguments must be a JSON object\./],
  ['{"number":7}', /`number` must be a string; got 7\. Correct this and call it again\.$/],
  [' ', /`number` is missing\./],
])(
  '[TOOL-2] arguments %j are answered in words, and the tool does not run',
  async (text, answer) => {
    let runs = 0;
    const execute = () => {
      runs += 1;
    };
    const result = await runTool([aTool({ execute })], aCall({ arguments: text }));
    expect(result.text).toMatch(answer);
    expect(result.isError).toBe(true);
    expect(runs).toBe(0);
  },
);

test('[TOOL-2] no text stands for no arguments', async () => {
  const tool = aTool({ parameters: { type: 'object' }, execute: (args) => args });
  expect(await runTool([tool], aCall({ arguments: '' }))).toMatchObject({ text: '{}' });
});

test('[TOOL-2] of many faults the first five are told, and how many more there are', async () => {
  const required = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const tool = aTool({ parameters: { type: 'object', required } });
  const { text } = await runTool([tool], aCall());
  expect(text).toContain('`e` is missing. There are 2 more faults.');
  expect(text).not.toContain('`f`');
});

test.each([
  [
    'throws',
    () => {
      throw new Error('The order service is down.');
    },
  ],
  ['rejects', () => Promise.reject(new Error('The order service is down.'))],
])('[TOOL-3] a tool that %s is a result that says so', async (_, execute) => {
  expect(await runTool([aTool({ execute })], aCall())).toEqual({
    type: 'tool-result',
    callId: 'call-1',
    text: '`get_order` failed: The order service is down.',
    isError: true,
  });
});

test('[TOOL-3] a tool that gives up by itself is a result, also where it calls that an abort', async () => {
  const { signal } = aSimulatedAbort();
  const execute = () => Promise.reject(new DOMException('The request was aborted.', 'AbortError'));
  expect(await runTool([aTool({ execute })], aCall(), { signal })).toMatchObject({
    text: '`get_order` failed: The request was aborted.',
    isError: true,
  });
});

test('[TOOL-3] who aborts gets the reason at once, and the tool is told', async () => {
  const reason = new Error('The user pressed stop.');
  const abort = aSimulatedAbort();
  let wasTold = false;
  const execute = (_: unknown, { signal }: { signal: { addEventListener: Listen } }) => {
    signal.addEventListener('abort', () => {
      wasTold = true;
    });
    return new Promise(() => undefined);
  };
  const running = runTool([aTool({ execute })], aCall(), { signal: abort.signal });
  await Promise.resolve();
  abort.abort(reason);
  await expect(running).rejects.toBe(reason);
  expect(wasTold).toBe(true);
});

type Listen = (type: 'abort', listener: () => void) => void;

test('[TOOL-3] after an abort nothing runs, and a tool that fails because of it is no answer', async () => {
  const reason = new Error('stopped');
  const before = aSimulatedAbort();
  before.abort(reason);
  let runs = 0;
  const counts = aTool({
    execute: () => {
      runs += 1;
    },
  });
  await expect(runTool([counts], aCall(), { signal: before.signal })).rejects.toBe(reason);
  expect(runs).toBe(0);

  const within = aSimulatedAbort();
  const fails = aTool({
    execute: () => {
      within.abort(reason);
      throw new Error('fetch failed');
    },
  });
  await expect(runTool([fails], aCall(), { signal: within.signal })).rejects.toBe(reason);
});

test('[TOOL-3] without a signal of the caller the tool has one all the same', async () => {
  const tool = aTool({ execute: (_, { signal }) => signal.aborted });
  expect(await runTool([tool], aCall())).toMatchObject({ text: 'false' });
});

test.each([
  [{ id: 'call-1', type: 'function', function: { name: 'get_order', arguments: '{}' } }],
  [{ callId: 'call-1', toolName: 'get_order', arguments: { number: 'ZFA04Y' } }],
])('[TOOL-2] %j is refused: it is no call of this form', async (call) => {
  await expect(runTool([aTool()], call as never)).rejects.toMatchObject({
    code: 'INVALID_OPTION',
    message: expect.stringContaining('toolCallsOf'),
  });
});

test('[TOOL-2] whatever a model sends, the answer is a result of that call (seed 20261201)', async () => {
  const calls = fc.record({
    callId: fc.string(),
    toolName: fc.oneof(fc.constant('get_order'), fc.string()),
    arguments: fc.oneof(fc.string(), fc.json(), fc.constant('{"number":"ZFA04Y"}')),
  });
  await fc.assert(
    fc.asyncProperty(calls, async (call) => {
      const result = await runTool([aTool()], call);
      expect(result.callId).toBe(call.callId);
      expect(result.text).not.toBe('');
      const fits = call.toolName === 'get_order' && isOrder(call.arguments);
      expect(result.isError).toBe(fits ? undefined : true);
    }),
    { seed: 20261201 },
  );
});

function isOrder(text: string): boolean {
  try {
    return typeof JSON.parse(text)?.number === 'string';
  } catch {
    return false;
  }
}

test.each([
  [undefined, aCall(), 'Option `tools` must be a list of tools.'],
  [[], null, 'Option `call` must be a tool call'],
  [[], undefined, 'Option `call` must be a tool call'],
])('[OBS-3] runTool(%j, …) says what it was to be given', async (tools, call, words) => {
  // Callers without types hand in anything.
  await expect(runTool(tools as never, call as never)).rejects.toThrow(words);
});

/** As a caller without types may give it. */
function untyped(value: unknown): never {
  return value as never;
}

test.each([
  ['tool', 'descripton', 'description', (one: object | null) => openAiTools([untyped(one)])],
  ['tool', 'descripton', 'description', (one: object | null) => anthropicTools([untyped(one)])],
  ['tool', 'descripton', 'description', (one: object | null) => aiSdkTools([untyped(one)])],
  ['tool', 'parameter', 'parameters', (one: object | null) => defineTool(untyped(one))],
] as const)('[OBS-3] %s refuses %s and names %s', (place, wrong, right, give) => {
  expect(() => give({ ...aTool(), [wrong]: undefined })).toThrow(
    `Unknown option \`${wrong}\` in \`${place}\`: did you mean \`${right}\`?`,
  );
  expect(() => give(null)).toThrow(InvalidOptionError);
});

test.each([{ singal: undefined }, null])(
  '[OBS-3] runTool refuses options that it does not know: %o',
  async (options) => {
    await expect(runTool([aTool()], aCall(), untyped(options))).rejects.toThrow(InvalidOptionError);
  },
);

/** Nested so deep that nothing walks it. */
const TEXTS = [
  '['.repeat(10_000) + ']'.repeat(10_000),
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
];

function lists(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

test('arguments that are too deep are answered with the limit', async () => {
  for (const text of TEXTS) {
    const { text: said, isError } = await runTool([aTool()], aCall({ arguments: text }));
    expect([said, isError]).toEqual([expect.stringContaining('deeper than 500 levels'), true]);
  }
});

test('an output that is too deep is answered as one that cannot be written', async () => {
  const tool = aTool({ execute: () => lists(1_000_000) });
  expect(await runTool([tool], aCall())).toMatchObject({ isError: true });
});

test('[MSG-3] parameters of any depth are refused by name', () => {
  for (const levels of [10_000, 1_000_000]) {
    const parameters = untyped({ type: 'object', deep: lists(levels) });
    expect(() => defineTool({ ...aTool(), parameters })).toThrow(AgentMemoryError);
  }
});
