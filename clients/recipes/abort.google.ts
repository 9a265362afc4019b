// The code of docs/recipes/abort.md; `npm run docs` writes it.
import { createAgentMemory } from '@agent-memory/core';
import { google } from '@agent-memory/formats';
import { GoogleGenAI, type Part, type Tool } from '@google/genai';

const ai = new GoogleGenAI({});
const model = 'gemini-3-flash';
export const memory = createAgentMemory({ id: 'support', model, contextWindow: 1_000_000 });

export async function answer(tools: Tool[], signal: AbortSignal): Promise<void> {
  const { contents, systemInstruction } = await memory.assemble({ format: google });
  const system = systemInstruction ? { systemInstruction } : {};
  const request = { model, contents, config: { ...system, tools, abortSignal: signal } };
  const parts: Part[] = [];
  try {
    for await (const { candidates } of await ai.models.generateContentStream(request)) {
      for (const part of candidates?.[0]?.content?.parts ?? []) add(parts, part);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    if (parts.length > 0) await memory.append({ role: 'model', parts }, { format: google });
  }
}

/** Joins words that came in pieces; a part with a signature has to stay as it came. */
function add(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  const isPiece = isWords(part) && last !== undefined && isWords(last);
  if (isPiece) parts[parts.length - 1] = { text: last.text + part.text };
  else parts.push(part);
}

const isWords = (part: Part): part is { text: string } => Object.keys(part).join() === 'text';
