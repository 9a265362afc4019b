// The code of docs/recipes/google.md; `npm run docs` writes it.
import { createAgentMemory } from '@agent-memory/core';
import { GoogleGenAI } from '@google/genai';

const ai = new GoogleGenAI({});
const model = 'gemini-3-flash';
const format = 'google';
export const memory = createAgentMemory({ id: 'support', model, contextWindow: 1_000_000 });

export async function send(text: string): Promise<void> {
  await memory.append({ role: 'user', parts: [{ text }] }, { format });
  const { contents, systemInstruction } = await memory.assemble({ format });
  const config = systemInstruction ? { systemInstruction } : {};
  const reply = await ai.models.generateContent({ model, contents, config });
  const answer = reply.candidates?.[0]?.content;
  if (answer) await memory.append(answer, { format });
  const inputTokens = reply.usageMetadata?.promptTokenCount;
  if (inputTokens) await memory.reportUsage({ inputTokens }).catch(console.warn);
}
