import { type AnyTool, anthropicTools, openAiTools, runTool } from '@agent-memory/agent';
import type { AgentMemory } from '@agent-memory/core';
import { anthropic } from '@agent-memory/formats';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';

/** The parts of a memory that a loop of calls needs. */
type Session = Pick<AgentMemory<unknown>, 'assemble' | 'append'>;

/** Asks through OpenAI's client and runs what it calls, until it calls nothing. */
export async function openAiTurns(
  url: string,
  session: Session,
  tools: readonly AnyTool[],
): Promise<void> {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 });
  for (;;) {
    const { messages } = await session.assemble();
    const body = { model: 'strict', messages, tools: openAiTools(tools) };
    const reply = (await client.chat.completions.create(body)).choices[0]?.message;
    if (!reply) throw new Error('No reply.');
    await session.append(reply);
    if (!reply.tool_calls) return;
    for (const call of reply.tool_calls) {
      if (call.type !== 'function') continue;
      const { name: toolName, arguments: text } = call.function;
      const result = await runTool(tools, { callId: call.id, toolName, arguments: text });
      await session.append({ role: 'tool', parts: [result] });
    }
  }
}

/** Asks through Anthropic's client and runs what it calls, until it calls nothing. */
export async function anthropicTurns(
  url: string,
  session: Session,
  tools: readonly AnyTool[],
): Promise<void> {
  const client = new Anthropic({ apiKey: 'none', baseURL: url, maxRetries: 0 });
  for (;;) {
    const { system, messages } = await session.assemble({ format: anthropic });
    const { content } = await client.messages.create({
      model: 'strict',
      max_tokens: 500,
      ...(system && { system }),
      messages,
      tools: anthropicTools(tools),
    });
    await session.append({ role: 'assistant', content }, { format: anthropic });
    const uses = content.filter((block) => block.type === 'tool_use');
    if (uses.length === 0) return;
    for (const { id, name, input } of uses) {
      const call = { callId: id, toolName: name, arguments: JSON.stringify(input) };
      await session.append({ role: 'tool', parts: [await runTool(tools, call)] });
    }
  }
}
