import type { AgentMemory, Message } from '@agent-memory/core';
import type { FormatChoice } from '@agent-memory/core/formats';
import { anthropic, google, openAiResponses } from '@agent-memory/formats';
import { expect, test, vi } from 'vitest';
import { breakBehind, stopBehind } from '../testing/page-address.ts';
import { anthropicProvider } from '../testing/servers/anthropic-server.ts';
import { googleProvider } from '../testing/servers/google-server.ts';
import { responsesProvider } from '../testing/servers/responses-server.ts';
import type { Script, Step } from '../testing/servers/script.ts';
import type { Provider } from '../testing/servers/strict-server.ts';
import { openAiEnvironment, strictServer, talkingScript } from '../testing/strict-page.ts';

const QUERY = { query: 'trains to Ghent, '.repeat(3) };
const FIRST: Step = {
  thinking: 'Trains leave from platforms.',
  text: 'I look it up, and then I tell you when it goes.',
  calls: [
    { name: 'search', arguments: JSON.stringify(QUERY) },
    { name: 'search', arguments: JSON.stringify(QUERY) },
  ],
};
const schema = { type: 'object' as const, properties: { query: { type: 'string' as const } } };

interface Page {
  readonly name: string;
  readonly format: FormatChoice;
  readonly provider: (options: { windowTokens: number; script: Script }) => Provider;
  readonly environment: (url: string) => Readonly<Record<string, string>>;
  readonly load: () => Promise<{ memory: AgentMemory; ask(signal: AbortSignal): Promise<void> }>;
  readonly question: (text: string) => object;
}

const PAGES: readonly Page[] = [
  {
    name: 'openai-responses',
    format: openAiResponses,
    provider: responsesProvider,
    environment: openAiEnvironment,
    async load() {
      const { memory, answer } = await import('./abort.responses.ts');
      const tool = { type: 'function' as const, name: 'search', parameters: schema, strict: false };
      return { memory, ask: (signal) => answer([tool], signal) };
    },
    question: (content) => ({ role: 'user', content }),
  },
  {
    name: 'anthropic',
    format: anthropic,
    provider: anthropicProvider,
    environment: (url) => ({ ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: url }),
    async load() {
      const { memory, answer } = await import('./abort.anthropic.ts');
      return {
        memory,
        ask: (signal) => answer([{ name: 'search', input_schema: schema }], signal),
      };
    },
    question: (content) => ({ role: 'user', content }),
  },
  {
    name: 'google',
    format: google,
    provider: googleProvider,
    environment: (url) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url }),
    async load() {
      const { memory, answer } = await import('./abort.google.ts');
      const declared = { name: 'search', parametersJsonSchema: schema };
      return { memory, ask: (signal) => answer([{ functionDeclarations: [declared] }], signal) };
    },
    question: (text) => ({ role: 'user', parts: [{ text }] }),
  },
];

/** More events than any of the answers has. */
const ALL = 200;
const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, ALL];

test.each(PAGES.flatMap((page) => (['stopped', 'broken'] as const).map((end) => ({ page, end }))))(
  '[MSG-6] docs/recipes/abort.md: a stream of $page.name that is $end anywhere leaves what arrived, and the conversation goes on',
  async ({ page, end }) => {
    const words = new Set<string>();
    for (const events of PLACES) {
      const { memory, ask, server, stop } = await anEnd(page, end, events);
      const first = ask(stop.signal);
      if (end === 'broken' && events < ALL) await expect(first).rejects.toThrow();
      else await first;
      const said = memory
        .entries()
        .slice(1)
        .map(({ message }) => wordsIn(message));
      // The words that are kept grow with those that arrived, and are never more than were said.
      expect(FIRST.text.startsWith(said.join(''))).toBe(true);
      words.add(said.join(''));

      await memory.append(page.question('Go on.'), { format: page.format as typeof google });
      await ask(new AbortController().signal);
      expect(memory.entries().at(-1)?.message.role).toBe('assistant');
      expect([server.requests, server.faults], `behind ${events} events`).toEqual([2, []]);
    }
    expect([...words].at(-1)).toBe(FIRST.text);
    expect(words.size).toBeGreaterThan(2);
  },
);

/** Words, joined as Gemini joins those of several parts. */
const wordsIn = ({ parts }: Message) =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

/** A page anew, asked its first question; the stream of the answer ends behind so many events. */
async function anEnd(page: Page, end: 'stopped' | 'broken', events: number) {
  vi.resetModules();
  const stop = new AbortController();
  if (end === 'stopped') stopBehind(events, stop);
  else if (events < ALL) breakBehind(events);
  const steps = [FIRST];
  const talk = talkingScript();
  const script = () => steps.shift() ?? talk();
  const server = await strictServer(
    page.provider({ windowTokens: 32_000, script }),
    page.environment,
  );
  const { memory, ask } = await page.load();
  await memory.append(page.question('When does it go?'), { format: page.format as typeof google });
  return { memory, ask, server, stop };
}
