import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import {
  type AgentMiddleware,
  ClearToolUsesEdit,
  contextEditingMiddleware,
  createAgent,
  summarizationMiddleware,
} from 'langchain';
import { expect, test } from 'vitest';
import { type ChatMessage, textOf } from '../chat-message.mjs';
import { call, result, system, user, words } from '../testing/builders.mjs';
import { messageTokens } from '../token-units.mjs';
import { ExtractingModel } from './extracting-model.mjs';
import { langChainContextEditing } from './langchain-context-editing.mjs';
import { toChatMessage, toLangChain } from './langchain-messages.mjs';
import { langChainSummarization } from './langchain-summarization.mjs';
import type { System } from './system.mjs';

const BUDGET = 500;
const PROMPT = system('Be kind.');
const HISTORY = [
  user('Find ORD-1'),
  ...Array.from({ length: 12 }, (_, index) => [
    call(`c${index}`, { number: index }),
    result(`c${index}`, `result ${index}${words(40)}`),
  ]).flat(),
];

/** Answers at once, and remembers what it was sent. */
class RecordingModel extends BaseChatModel {
  sent: BaseMessage[] = [];

  constructor() {
    super({});
  }

  override _llmType() {
    return 'recording';
  }

  override bindTools() {
    return this;
  }

  override async _generate(messages: BaseMessage[]) {
    this.sent = messages;
    return { generations: [{ text: 'Done.', message: new AIMessage('Done.') }] };
  }

  async getNumTokensFromMessages(messages: BaseMessage[]) {
    return { totalCount: countTokens(messages), countPerMessage: [] };
  }
}

function countTokens(messages: readonly BaseMessage[]) {
  return messages.reduce((sum, message) => sum + messageTokens(toChatMessage(message)), 0);
}

/** Gives the messages that a real agent with this middleware sends to its model. */
async function sentByAgent(middleware: AgentMiddleware) {
  const model = new RecordingModel();
  const agent = createAgent({ model, systemPrompt: textOf(PROMPT), middleware: [middleware] });
  const messages = HISTORY.map((message, index) => toLangChain(`message-${index}`, message));
  await agent.invoke({ messages });
  return model.sent.map(toChatMessage);
}

async function sentByPeer(peer: System) {
  const memory = await peer.open({ budget: BUDGET, system: textOf(PROMPT) });
  for (const message of [PROMPT, ...HISTORY]) await memory.append(message);
  return memory.assemble();
}

const seen = (messages: readonly ChatMessage[]) =>
  messages.map((message) => [message.role, textOf(message), message.tool_calls?.[0]?.function]);

test('[BENCH] the context editing peer sends what an agent with the middleware sends', async () => {
  const sent = await sentByAgent(
    contextEditingMiddleware({
      edits: [new ClearToolUsesEdit({ trigger: { tokens: BUDGET } })],
      tokenCountMethod: 'model',
    }),
  );
  expect(seen(sent)).toContainEqual(['tool', '[cleared]', undefined]);
  expect(seen(await sentByPeer(langChainContextEditing))).toEqual(seen(sent));
});

test('[BENCH] the summarisation peer sends what an agent with the middleware sends', async () => {
  const options = {
    model: new ExtractingModel(BUDGET),
    tokenCounter: countTokens,
    trigger: { tokens: BUDGET - messageTokens(PROMPT) },
    summaryPrompt: '{messages}',
  };
  // Its options have the type `never` under strict settings.
  const sent = await sentByAgent(summarizationMiddleware(options as never));
  expect(sent[1]?.content).toContain('Here is a summary');
  expect(seen(await sentByPeer(langChainSummarization))).toEqual(seen(sent));
});
