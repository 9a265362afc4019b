import { runTool } from '@agent-memory/agent';
import { type AgentMemory, createAgentMemory, type MemoryFeature } from '@agent-memory/core';
import type { ExtractionModel } from '../../extraction/model/extraction-model.ts';
import { retrievedRecords } from '../../live/retrieved-records.ts';
import type { LongTermMemory } from '../../memory/long-term-memory.ts';
import type { MemoryRecord } from '../../records/memory-record.ts';
import { type MemoryToolsOptions, memoryTools } from '../../tools/memory-tools.ts';
import type { ForeignTurn } from './foreign-words.ts';

const USERS_WORD: readonly string[] = ['user_stated', 'user_correction', 'in_session_correction'];

/** Sources that count as the user's word, or as sure as that. */
const standsAsUsersWord = ({ source, confidence }: MemoryRecord): boolean =>
  USERS_WORD.includes(source) || confidence > 0.6;

export async function recordsOf(longTerm: LongTermMemory): Promise<readonly MemoryRecord[]> {
  const { items } = await longTerm.list({}, { limit: 500 });
  return items.map(({ record }) => record);
}

const saysIn = (record: MemoryRecord): string =>
  JSON.stringify([record.text, record.value, record.subject, record.key]);

export async function usersWords(longTerm: LongTermMemory): Promise<readonly string[]> {
  return (await recordsOf(longTerm)).filter(standsAsUsersWord).map(saysIn);
}

export function chatWith(
  longTerm: LongTermMemory,
  ...features: readonly MemoryFeature[]
): AgentMemory {
  return createAgentMemory({
    id: 'chat',
    contextWindow: 32_000,
    features: [retrievedRecords(longTerm), ...features],
  });
}

/** The last message of the user, by its id. */
export async function play(chat: AgentMemory, turns: readonly ForeignTurn[]): Promise<string> {
  let lastOfUser = '';
  for (const [index, turn] of turns.entries()) {
    if (typeof turn === 'string') {
      const [entry] = await chat.append({ role: 'user', content: turn });
      lastOfUser = entry?.id ?? lastOfUser;
    } else if ('assistant' in turn) {
      await chat.append({ role: 'assistant', content: turn.assistant });
    } else {
      const callId = `call-${index}`;
      const call = { type: 'function', function: { name: 'read_page', arguments: '{}' } } as const;
      await chat.append({
        role: 'assistant',
        content: null,
        tool_calls: [{ id: callId, ...call }],
      });
      await chat.append({ role: 'tool', tool_call_id: callId, content: turn.tool });
    }
  }
  return lastOfUser;
}

/** A model that proposes the same whatever it is shown. */
export const proposes = (
  ...memories: readonly Readonly<Record<string, string>>[]
): ExtractionModel => ({
  name: 'turned',
  chat: async () => ({ text: JSON.stringify({ memories }) }),
});

/** The answer of a memory tool to a model. */
export async function callTool(
  longTerm: LongTermMemory,
  toolName: 'save_memory' | 'search_memory' | 'forget_memory',
  given: Readonly<Record<string, unknown>>,
  options: MemoryToolsOptions = {},
): Promise<string> {
  const result = await runTool(memoryTools(longTerm, options), {
    callId: 'c',
    toolName,
    arguments: JSON.stringify(given),
  });
  return JSON.stringify(result);
}

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(textOf).join('\n');
  return Object(content).text ?? JSON.stringify(content);
};

/** The words of everything that would be sent. */
export async function contextOf(chat: AgentMemory): Promise<string> {
  const { messages } = await chat.assemble();
  return messages.map(({ content }) => textOf(content)).join('\n\n');
}
