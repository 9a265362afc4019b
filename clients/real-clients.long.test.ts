import { createAgentMemory, inMemoryStore } from '@agent-memory/core';
import { aiSdk, aiSdkUi, chatTemplate } from '@agent-memory/formats';
import { expect, onTestFinished, test } from 'vitest';
import { aiSdkClient } from './testing/lives/ai-sdk-client.ts';
import { anthropicClient } from './testing/lives/anthropic-client.ts';
import { googleClient } from './testing/lives/google-client.ts';
import { langChainClient } from './testing/lives/langchain-client.ts';
import { Life, type LifeClient } from './testing/lives/life.ts';
import { openAiClient } from './testing/lives/openai-client.ts';
import { responsesClient } from './testing/lives/responses-client.ts';
import { anthropicProvider } from './testing/servers/anthropic-server.ts';
import { googleProvider } from './testing/servers/google-server.ts';
import { type OpenAiServerOptions, openAiProvider } from './testing/servers/openai-server.ts';
import { Random } from './testing/servers/random.ts';
import { responsesProvider } from './testing/servers/responses-server.ts';
import { agentScript } from './testing/servers/script.ts';
import {
  type Provider,
  type StrictServer,
  startStrictServer,
} from './testing/servers/strict-server.ts';

/** Look at more lives with `LIFE_SEED=7`, or at longer ones with `LIFE_TURNS=2000`. */
const SEED = Number(process.env.LIFE_SEED ?? 20261123);
const TURNS = process.env.LIFE_TURNS;

async function started(provider: Provider): Promise<StrictServer> {
  const server = await startStrictServer(provider);
  onTestFinished(() => server.stop());
  return server;
}

function openAiServer(windowTokens: number, options: Partial<OpenAiServerOptions> = {}) {
  const script = agentScript(new Random(SEED + 1));
  return started(openAiProvider({ windowTokens, script, ...options }));
}

function anthropicServer(windowTokens: number, thinking: boolean) {
  const script = agentScript(new Random(SEED + 2), { thinking });
  return started(anthropicProvider({ windowTokens, script }));
}

function responsesServer(windowTokens: number) {
  const script = agentScript(new Random(SEED + 3), { thinking: true });
  return started(responsesProvider({ windowTokens, script }));
}

function googleServer(windowTokens: number) {
  const script = agentScript(new Random(SEED + 4), { thinking: true });
  return started(googleProvider({ windowTokens, script }));
}

interface Lived {
  readonly contextWindow: number;
  readonly turns: number;
  readonly servers: readonly StrictServer[];
  readonly clients: readonly [LifeClient, ...LifeClient[]];
}

/** No request had a fault, each turn sent one, and every message that was acknowledged is there. */
async function lives({ contextWindow, turns, servers, clients }: Lived): Promise<void> {
  const store = inMemoryStore();
  const open = () =>
    createAgentMemory({ id: 'life', store, contextWindow, system: 'You run a shop.' });
  const life = new Life({ random: new Random(SEED), open });
  const count = Number(TURNS ?? turns);
  const failure = await life.live(clients, count).catch((error: unknown) => error);
  expect(servers.flatMap(({ faults }) => faults)).toEqual([]);
  expect(failure).toBeUndefined();
  const sent = servers.reduce((sum, { requests }) => sum + requests, 0);
  expect(sent + life.tooLong).toBeGreaterThanOrEqual(count);
  for (const { requests } of servers) expect(requests).toBeGreaterThan(0);
  expect(life.memory.getState().compactions.length).toBeGreaterThan(0);
  expect(life.kept.size).toBeGreaterThan(count);
  expect(life.kept.lostFrom(life.memory)).toEqual([]);
}

/** Ids begin anew, as those of small servers do. */
const repeating = (kind: 'completion' | 'call', count: number) =>
  kind === 'completion' ? `chatcmpl-${(count * 7_919) % 50}` : `call_${count % 3}`;

/** As vLLM gives them. */
const long = (_: string, count: number) => `chatcmpl-tool-${count.toString(16).padStart(32, '0')}`;

test(`[MSG-6] [MSG-7] through openai: 200 turns in a window of 4,096, none refused, none lost (seed ${SEED})`, async () => {
  const server = await openAiServer(4_096, { idOf: repeating });
  const client = openAiClient({ url: server.url, completionIds: true });
  await lives({ contextWindow: 4_096, turns: 200, servers: [server], clients: [client] });
});

test(`[MSG-6] [MSG-4] through openai’s Responses API, with reasoning: 200 turns in a window of 4,096, none refused, none lost (seed ${SEED})`, async () => {
  const server = await responsesServer(4_096);
  const client = responsesClient(server);
  await lives({ contextWindow: 4_096, turns: 200, servers: [server], clients: [client] });
});

test(`[MSG-6] [MSG-4] through @google/genai, with thoughts and calls without ids: 200 turns in a window of 4,096, none refused, none lost (seed ${SEED})`, async () => {
  const server = await googleServer(4_096);
  const client = googleClient(server);
  await lives({ contextWindow: 4_096, turns: 200, servers: [server], clients: [client] });
});

test(`[MSG-6] [MSG-4] through @anthropic-ai/sdk, with thinking: 200 turns in a window of 4,096, none refused, none lost (seed ${SEED})`, async () => {
  const server = await anthropicServer(4_096, true);
  const client = anthropicClient({ url: server.url, thinking: true });
  await lives({ contextWindow: 4_096, turns: 200, servers: [server], clients: [client] });
});

test(`[MSG-6] through ai, as model messages and as those of useChat: none refused, none lost (seed ${SEED})`, async () => {
  const server = await openAiServer(4_096, { idOf: repeating });
  const { url } = server;
  const [client, other] = [
    aiSdkClient({ url, format: aiSdk }),
    aiSdkClient({ url, format: aiSdkUi }),
  ];
  await lives({ contextWindow: 4_096, turns: 50, servers: [server], clients: [client, other] });
});

test(`[MSG-6] through LangChain's messages: none refused, none lost (seed ${SEED})`, async () => {
  const server = await openAiServer(4_096, { idOf: repeating });
  const client = langChainClient(server);
  await lives({ contextWindow: 4_096, turns: 50, servers: [server], clients: [client] });
});

test(`[MSG-6] from a local server to OpenAI and back: none refused, none lost (seed ${SEED})`, async () => {
  const local = await openAiServer(4_096, { template: true, longestId: 100, idOf: long });
  const server = await openAiServer(4_096);
  const client = openAiClient({ url: local.url, format: chatTemplate });
  const clients = [client, openAiClient(server)] as const;
  await lives({ contextWindow: 4_096, turns: 50, servers: [local, server], clients });
});

test(`[MSG-2] [MSG-6] every client in one conversation: none refused, none lost (seed ${SEED})`, async () => {
  const [openai, local] = [
    await openAiServer(8_192),
    await openAiServer(8_192, { template: true, idOf: (kind, count) => `${kind}:${count % 4}|a` }),
  ];
  const anthropic = await anthropicServer(8_192, false);
  const responses = await responsesServer(8_192);
  const google = await googleServer(8_192);
  const { url } = openai;
  const clients = [
    openAiClient({ url, completionIds: true }),
    openAiClient({ url: local.url, format: chatTemplate }),
    anthropicClient(anthropic),
    responsesClient(responses),
    googleClient(google),
    aiSdkClient({ url, format: aiSdk }),
    aiSdkClient({ url, format: aiSdkUi }),
    langChainClient({ url }),
  ] as const;
  const servers = [openai, local, anthropic, responses, google];
  await lives({ contextWindow: 8_192, turns: 80, servers, clients });
});
