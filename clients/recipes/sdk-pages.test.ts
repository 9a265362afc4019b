import { type AgentMemory, textOf } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { anthropicProvider } from '../servers/anthropic-server.ts';
import { googleProvider } from '../servers/google-server.ts';
import { openAiProvider } from '../servers/openai-server.ts';
import { responsesProvider } from '../servers/responses-server.ts';
import type { Script } from '../servers/script.ts';
import type { Provider } from '../servers/strict-server.ts';
import {
  callingScript,
  openAiEnvironment,
  question,
  SEED,
  strictServer,
  talkingScript,
  WINDOW_TOKENS,
} from './strict-page.ts';

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
