// The code of docs/recipes/google.md; `npm run docs` writes it.
import { createAgentMemory } from '@agent-memory/core';
import { google } from '@agent-memory/formats';
import { GoogleGenAI } from '@google/genai';

const ai = new GoogleGenAI({});
const model = 'gemini-3-flash';
export const memory = createAgentMemory({ id: 'support', model, contextWindow: 1_000_000 });

export async function send(text: string): Promise<void> {
  await memory.append({ role: 'user', parts: [{ text }] }, { format: google });
  const { contents, systemInstruction } = await memory.assemble({ format: google });
  const config = systemInstruction ? { systemInstruction } : {};
  const reply = await ai.models.generateContent({ model, contents, config });
  await memory.append(reply, { format: google });
  const inputTokens = reply.usageMetadata?.promptTokenCount;
  if (inputTokens) await memory.reportUsage({ inputTokens }).catch(console.warn);
}
