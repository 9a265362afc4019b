import { google } from '@agent-memory/formats';
import { ApiError, type Content, GoogleGenAI, type Part } from '@google/genai';
import { TOOL_NAMES } from '../servers/script.ts';
import { PICTURE, someText } from './hostile.ts';
import type { Call, Life, LifeClient } from './life.ts';

const model = 'strict';

const tools = [
  {
    functionDeclarations: TOOL_NAMES.map((name) => ({
      name,
      parametersJsonSchema: { type: 'object', properties: { query: { type: 'string' } } },
    })),
  },
];

const picture = {
  inlineData: { mimeType: 'image/png', data: PICTURE.slice(PICTURE.indexOf(',') + 1) },
};

export function googleClient({ url }: { readonly url: string }): LifeClient {
  const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } });
  return {
    async ask(life) {
      const parts = await life.send(
        (how) => life.memory[how]({ format: google }),
        ({ contents, systemInstruction }) => {
          const config = { ...(systemInstruction && { systemInstruction }), tools };
          const asked = { model, contents, config };
          return life.random.chance(0.5)
            ? whole(client, life, asked)
            : streamed(client, life, asked);
        },
        (error) => error instanceof ApiError && /exceeds the maximum number/.test(error.message),
      );
      if (parts.length === 0) return [];
      await append(life, { role: 'model', parts });
      return parts.flatMap(({ functionCall: { id, name = '' } = {}, functionCall }) =>
        functionCall ? [{ id: id ?? '', name }] : [],
      );
    },
    resultsOf(life, calls) {
      const parts = calls.map((call) => answerOf(life, call));
      const beside = life.random.chance(0.1) ? [{ text: 'The page:' }, picture] : [];
      const isOne = life.random.chance(0.7);
      const contents = isOne ? [[...parts, ...beside]] : parts.map((part) => [part]);
      return async () => {
        for (const each of contents) await append(life, { role: 'user', parts: each });
      };
    },
    async say(life) {
      const { random } = life;
      const parts = random.chance(0.1) ? [{ text: 'See:' }, picture] : [{ text: someText(random) }];
      await append(life, { role: 'user', parts });
    },
  };
}

async function append(life: Life, content: Content): Promise<void> {
  life.keep([content], await life.memory.append(content, { format: google }));
}

type Asked = Parameters<GoogleGenAI['models']['generateContent']>[0];

async function whole(client: GoogleGenAI, life: Life, asked: Asked): Promise<Part[]> {
  const { candidates, usageMetadata } = await client.models.generateContent(asked);
  if (usageMetadata?.promptTokenCount !== undefined && life.random.chance(0.5)) {
    await life.memory.reportUsage({ inputTokens: usageMetadata.promptTokenCount });
  }
  return candidates?.[0]?.content?.parts ?? [];
}

/** At times stopped: in the middle of reasoning, of words, between calls. */
async function streamed(client: GoogleGenAI, { random }: Life, asked: Asked): Promise<Part[]> {
  const stream = await client.models.generateContentStream(asked);
  let left = random.chance(0.3) ? 1 + random.below(20) : Number.POSITIVE_INFINITY;
  const parts: Part[] = [];
  for await (const { candidates } of stream) {
    parts.push(...(candidates?.[0]?.content?.parts ?? []));
    left -= 1;
    if (left <= 0) break;
  }
  return parts;
}

/** At times failed, empty, far too long, or an object. */
function answerOf({ random }: Life, { id, name }: Call): Part {
  const text = random.chance(0.05) ? '' : someText(random, random.chance(0.1) ? 3_000 : 150);
  const response = random.pick<() => Record<string, unknown>>([
    () => ({ output: text }),
    () => ({ error: text }),
    () => ({ found: [text], at: 7 }),
  ])();
  return { functionResponse: { ...(id !== '' && { id }), name, response } };
}
