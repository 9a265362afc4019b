import { type AgentMemory, textOf } from '@agent-memory/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anthropicProvider } from '../testing/servers/anthropic-server.ts';
import { googleProvider } from '../testing/servers/google-server.ts';
import { openAiProvider } from '../testing/servers/openai-server.ts';
import { responsesProvider } from '../testing/servers/responses-server.ts';
import type { Script } from '../testing/servers/script.ts';
import type { Provider } from '../testing/servers/strict-server.ts';
import {
  callingScript,
  openAiEnvironment,
  question,
  SEED,
  strictServer,
  talkingScript,
  WINDOW_TOKENS,
} from '../testing/strict-page.ts';

interface Page {
  readonly name: string;
  readonly script: () => Script;
  readonly provider: (options: { windowTokens: number; script: Script }) => Provider;
  readonly environment: (url: string) => Readonly<Record<string, string>>;
  readonly load: () => Promise<{ memory: AgentMemory; send(content: string): Promise<void> }>;
}

const PAGES: readonly Page[] = [
  {
    name: 'openai',
    script: callingScript,
    provider: openAiProvider,
    environment: openAiEnvironment,
    load: () => import('./openai.ts'),
  },
  {
    name: 'openai-responses',
    script: () => callingScript(true),
    provider: responsesProvider,
    environment: openAiEnvironment,
    load: () => import('./openai-responses.ts'),
  },
  {
    name: 'anthropic',
    // Anthropic takes no calls where a request has no tools, and the page gives none.
    script: () => talkingScript(true),
    provider: (options) => anthropicProvider({ ...options, cached: true }),
    environment: (url) => ({ ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: url }),
    load: () => import('./anthropic.ts'),
  },
  {
    name: 'google',
    script: () => callingScript(true),
    provider: googleProvider,
    environment: (url) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url }),
    load: () => import('./google.ts'),
  },
  {
    name: 'langchain',
    // The agent would run the calls, and the page gives it no tools.
    script: talkingScript,
    provider: openAiProvider,
    environment: openAiEnvironment,
    load: () => import('./langchain.ts'),
  },
];

test.each(PAGES)(
  `[MSG-6] [MSG-2] the page $name of docs/recipes: 60 turns in a window of 4,096, none refused, none lost, usage learned (seed ${SEED})`,
  async ({ script, provider, environment, load }) => {
    const options = { windowTokens: WINDOW_TOKENS, script: script() };
    const server = await strictServer(provider(options), environment);
    const { memory, send } = await load();
    await memory.configure({ budget: { contextWindow: WINDOW_TOKENS } });
    const asked = Array.from({ length: 60 }, (_, turn) => question(turn));
    for (const content of asked) await send(content);

    expect(server.faults).toEqual([]);
    expect(server.requests - server.tooLong).toBe(60);
    const entries = memory.entries().map(({ message }) => message);
    expect(entries.filter(({ role }) => role === 'user').map(textOf)).toEqual(asked);
    expect(entries.filter(({ role }) => role === 'assistant').length).toBeGreaterThanOrEqual(60);
    const { compactions, ledger } = memory.getState();
    expect(compactions.length).toBeGreaterThan(0);
    expect(ledger.reports).toBe(60);
    expect(ledger.factor).toBeGreaterThan(0.5);
  },
);

/** The field of each provider's answer that tells what was read, and what stands there in place of a count. */
const TOLD = {
  openai: 'prompt_tokens',
  'openai-responses': 'input_tokens',
  anthropic: 'input_tokens',
  google: 'promptTokenCount',
} as const;

test.each(
  PAGES.filter(({ name }) => name in TOLD).flatMap((page) =>
    ([0, -1, 7e9, null, undefined, 'no usage'] as const).map((told) => ({
      ...page,
      told,
      field: TOLD[page.name as keyof typeof TOLD],
    })),
  ),
)(
  '[TOK-5] the page $name of docs/recipes: an endpoint that tells $told tokens takes no answer away',
  async ({ name, provider, environment, load, told, field }) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    vi.resetModules();
    // Without a cache, whose figures would be a count as well.
    const plain = name === 'anthropic' ? anthropicProvider : provider;
    const real = plain({ windowTokens: 32_000, script: talkingScript() });
    const server = await strictServer(
      {
        ...real,
        answer(body, response, path) {
          const end = response.end.bind(response);
          response.end = ((text: string) =>
            end(JSON.stringify(toldIn(JSON.parse(text), field, told)))) as typeof response.end;
          real.answer(body, response, path);
        },
      },
      environment,
    );
    const { memory, send } = await load();
    await send('Hello');
    await send('Are you there?');
    expect(memory.entries().map(({ message }) => message.role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
    expect([server.faults, memory.getState().ledger.reports]).toEqual([[], 0]);
    // A figure that cannot be meant is told; one that is not there is no news.
    expect(warn).toHaveBeenCalledTimes(told === -1 || told === 7e9 ? 2 : 0);
  },
);

/** An answer whose usage tells something else. */
function toldIn(answer: Record<string, unknown>, field: string, told: unknown): object {
  const name = field === 'promptTokenCount' ? 'usageMetadata' : 'usage';
  const { [name]: usage, ...others } = answer;
  if (told === 'no usage') return others;
  return { ...others, [name]: { ...(usage as object), [field]: told } };
}
