import { toolCallsOf } from '@agent-memory/core';
import { expect, test, vi } from 'vitest';
import { openAiProvider } from '../servers/openai-server.ts';
import type { Step } from '../servers/script.ts';
import { stopBehind } from './page-address.ts';
import { openAiEnvironment, strictServer, talkingScript } from './strict-page.ts';

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

test.each([1, 3, 5, 8, 20])(
  '[MSG-6] docs/recipes/abort.md: stopped behind %i pieces of an answer, the conversation goes on without a refusal',
  async (pieces) => {
    const stop = new AbortController();
    stopBehind(pieces, stop);
    // A page anew, whose client finds the server of this test.
    vi.resetModules();
    const steps = [CALL];
    const talk = talkingScript();
    const script = () => steps.shift() ?? talk();
    const provider = openAiProvider({ windowTokens: 32_000, script });
    const server = await strictServer(provider, openAiEnvironment);
    const { memory, answer } = await import('./abort.ts');
    await memory.append({ role: 'user', content: 'When does it go?' });
    await answer(TOOLS, stop.signal);
    expect(stop.signal.aborted).toBe(true);
    const [, said, result] = memory.entries().map(({ message }) => message);
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
