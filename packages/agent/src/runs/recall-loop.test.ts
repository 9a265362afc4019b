import * as ai6 from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as ai7 from 'ai-7';
import { MockLanguageModelV4 } from 'ai-7/test';
import { expect, test } from 'vitest';
import { aRunSession } from '../testing/a-run-session.ts';
import { aiSdkTools } from '../tools/ai-sdk-tools.ts';

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

type Prompt = { readonly prompt: unknown };

/** A model that lost a value: it searches, has the message brought back, and answers with what it read. */
function script() {
  const turn = (name: string, input: object) => ({
    content: [
      {
        type: 'tool-call' as const,
        toolCallId: name,
        toolName: name,
        input: JSON.stringify(input),
      },
    ],
    finishReason: { unified: 'tool-calls' as const, raw: undefined },
    usage: USAGE,
    warnings: [],
  });
  let step = 0;
  return async ({ prompt }: Prompt) => {
    const read = JSON.stringify(prompt);
    step += 1;
    if (step === 1) return turn('search_session', { query: 'hotel Porto booking' });
    if (step === 2) {
      return turn('recall', {
        message: Number(/message=\\+"(\d+)\\+" from=\\+"result of book/.exec(read)?.[1]),
      });
    }
    const code = /booking code: (\w+)/.exec(read)?.[1] ?? 'lost';
    return {
      content: [{ type: 'text' as const, text: `The code is ${code}.` }],
      finishReason: { unified: 'stop' as const, raw: undefined },
      usage: USAGE,
      warnings: [],
    };
  };
}

const VERSIONS = {
  'AI SDK 6': (tools: ReturnType<typeof aiSdkTools>, prompt: string) =>
    ai6.generateText({
      model: new MockLanguageModelV3({ doGenerate: script() }),
      tools,
      prompt,
      stopWhen: ai6.stepCountIs(5),
    }),
  'AI SDK 7': (tools: ReturnType<typeof aiSdkTools>, prompt: string) =>
    ai7.generateText({
      model: new MockLanguageModelV4({ doGenerate: script() }),
      tools,
      prompt,
      stopWhen: ai7.stepCountIs(5),
    }),
};

test.each(Object.entries(VERSIONS))(
  '[BLK-1] in the loop of %s a model finds a value that left the context, and uses it',
  async (_, ask) => {
    const { memory, handle, say, reply, use } = aRunSession();
    await say('Book a hotel in Porto.');
    await use(
      'book',
      { town: 'Porto' },
      `hotel Almeida, booking code: Q4L9HS\n${'terms. '.repeat(400)}`,
    );
    await reply('Booked.');
    for (let round = 0; round < 80; round += 1) {
      await say(`And train ${round}? ${'It has to be early. '.repeat(20)}`);
      await reply(`Train ${round} leaves at seven.`);
    }
    await memory.assemble();
    const { text, steps } = await ask(aiSdkTools(handle.tools), 'What was the code of the hotel?');
    expect(text).toBe('The code is Q4L9HS.');
    expect(steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolName }) => toolName))).toEqual([
      'search_session',
      'recall',
    ]);
  },
);
