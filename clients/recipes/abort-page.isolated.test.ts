import { type AgentMemory, textOf, toolCallsOf } from '@agent-memory/core';
import { expect, test, vi } from 'vitest';
import { stopBehind } from '../testing/page-address.ts';
import { openAiProvider } from '../testing/servers/openai-server.ts';
import type { Step } from '../testing/servers/script.ts';
import type { Provider } from '../testing/servers/strict-server.ts';
import { openAiEnvironment, strictServer, talkingScript } from '../testing/strict-page.ts';

const CALL: Step = {
  text: 'I look it up.',
  calls: [{ name: 'search', arguments: JSON.stringify({ query: 'trains to Ghent, '.repeat(40) }) }],
};
const TOOLS = [
  {
    type: 'function' as const,
    function: {
      name: 'search',
      parameters: { type: 'object', properties: { query: { type: 'string' } } },
    },
  },
];

/** The page anew, whose client finds the server of this test; `begin` writes the first answer itself. */
async function aPage(begin?: Provider['answer']) {
  vi.resetModules();
  const steps = [CALL];
  const talk = talkingScript();
  const script = () => steps.shift() ?? talk();
  const provider = openAiProvider({ windowTokens: 32_000, script });
  let answers = 0;
  const server = await strictServer(
    {
      ...provider,
      answer(body, response, path) {
        answers += 1;
        const write = answers === 1 && begin ? begin : provider.answer;
        write(body, response, path);
      },
    },
    openAiEnvironment,
  );
  return { server, ...(await import('./abort.ts')) };
}

/** The messages that the memory has behind the first question. */
const answered = (memory: AgentMemory) => memory.entries().map(({ message }) => message);

test.each([1, 3, 5, 8, 20])(
  '[MSG-6] docs/recipes/abort.md: stopped behind %i pieces of an answer, the conversation goes on without a refusal',
  async (pieces) => {
    const stop = new AbortController();
    stopBehind(pieces, stop);
    const { server, memory, answer } = await aPage();
    await memory.append({ role: 'user', content: 'When does it go?' });
    await answer(TOOLS, stop.signal);
    expect(stop.signal.aborted).toBe(true);
    const [, said, result] = answered(memory);
    // The first piece says only who speaks.
    expect(said?.role).toBe(pieces === 1 ? undefined : 'assistant');
    if (said && toolCallsOf(said).length > 0) expect(result?.role).toBe('tool');
    else expect(result).toBeUndefined();

    await memory.append({ role: 'user', content: 'Go on.' });
    await answer(TOOLS, new AbortController().signal);
    expect(memory.entries().at(-1)?.message.role).toBe('assistant');
    expect([server.requests, server.faults]).toEqual([2, []]);
  },
);

const WORDS = { role: 'assistant', content: 'It goes at ' };
const call = (fields: object) => ({ tool_calls: [{ index: 0, ...fields }] });
const refused = { parts: [{ type: 'text', text: 'I cannot ' }] };

test.each<[string, readonly object[], object]>([
  ['words', [WORDS, { content: 'noon' }], { parts: [{ type: 'text', text: 'It goes at noon' }] }],
  ['a refusal', [{ role: 'assistant', refusal: 'I cannot ' }], refused],
  [
    'words and a call without a name',
    [WORDS, call({ id: 'call_1', type: 'function', function: {} })],
    { parts: [{ type: 'text', text: 'It goes at ' }] },
  ],
  [
    'words and a call that is an id alone',
    [WORDS, call({ id: 'call_1', type: 'function' })],
    { parts: [{ type: 'text', text: 'It goes at ' }] },
  ],
  [
    'words and a call without an id',
    [WORDS, call({ type: 'function', function: { name: 'search', arguments: '{"que' } })],
    { parts: [{ type: 'text', text: 'It goes at ' }] },
  ],
  [
    'the second of two calls',
    [{ role: 'assistant', content: null }, laterCall()],
    { parts: [expect.objectContaining({ type: 'tool-call', callId: 'call_2' })] },
  ],
])(
  '[MSG-6] docs/recipes/abort.md: a connection that breaks off behind %s is an error, what arrived is kept, and the conversation goes on',
  async (_, deltas, kept) => {
    const { server, memory, answer } = await aPage((_body, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const [last, ...before] = deltas.map(chunkOf).toReversed();
      for (const chunk of before.toReversed()) response.write(chunk);
      response.write(last ?? '', () => response.destroy());
    });
    await memory.append({ role: 'user', content: 'When does it go?' });
    const isBroken = answer(TOOLS, new AbortController().signal);
    await expect(isBroken).rejects.toThrow();
    const [, said] = answered(memory);
    expect(said).toMatchObject(kept);

    await memory.append({ role: 'user', content: 'Go on.' });
    await answer(TOOLS, new AbortController().signal);
    const last = memory.entries().at(-1)?.message;
    expect([last?.role, last && textOf(last) !== '']).toEqual(['assistant', true]);
    expect([server.requests, server.faults]).toEqual([2, []]);
  },
);

function laterCall(): object {
  const called = { name: 'search', arguments: '{"que' };
  return { tool_calls: [{ index: 1, id: 'call_2', type: 'function', function: called }] };
}

function chunkOf(delta: object): string {
  const choices = [{ index: 0, delta, finish_reason: null }];
  const chunk = { id: 'chatcmpl-0', object: 'chat.completion.chunk', created: 0, choices };
  return `data: ${JSON.stringify({ ...chunk, model: 'strict' })}\n\n`;
}
