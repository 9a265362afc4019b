import { openAiResponses } from '@agent-memory/formats';
import OpenAI from 'openai';
import { TOOL_NAMES } from '../servers/script.ts';
import { PICTURE, someText } from './hostile.ts';
import type { Call, Life, LifeClient } from './life.ts';

type Item = OpenAI.Responses.ResponseInputItem | OpenAI.Responses.ResponseOutputItem;

const tools = TOOL_NAMES.map((name) => ({
  type: 'function' as const,
  name,
  strict: false,
  parameters: { type: 'object', properties: { query: { type: 'string' } } },
}));

export function responsesClient({ url }: { readonly url: string }): LifeClient {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 });
  return {
    async ask(life) {
      const output = await life.send(
        async (how) => (await life.memory[how]({ format: openAiResponses })).input,
        (input) => {
          const include = ['reasoning.encrypted_content' as const];
          const body = { model: 'strict', input, tools, store: false, include };
          return life.random.chance(0.5) ? whole(client, life, body) : streamed(client, life, body);
        },
        (error) => error instanceof OpenAI.APIError && error.code === 'context_length_exceeded',
      );
      if (life.random.chance(0.5)) await append(life, output);
      else for (const item of output) await append(life, [item]);
      return output.flatMap((item) =>
        item.type === 'function_call' || item.type === 'custom_tool_call'
          ? [{ id: item.call_id, name: item.name, kind: item.type }]
          : [],
      );
    },
    resultsOf(life, calls) {
      const items = calls.map((call) => outputOf(life, call));
      return async () => {
        for (const item of items) await append(life, [item]);
      };
    },
    say(life) {
      const { random } = life;
      const picture = { type: 'input_image' as const, image_url: PICTURE, detail: 'auto' as const };
      const words = { type: 'input_text' as const, text: 'See:' };
      const content = random.chance(0.1) ? [words, picture] : someText(random);
      return append(life, [{ role: 'user', content }]);
    },
  };
}

async function append(life: Life, items: readonly Item[]): Promise<void> {
  life.keep(items, await life.memory.append(items, { format: openAiResponses }));
}

type Body = Omit<OpenAI.Responses.ResponseCreateParamsNonStreaming, 'stream'>;

async function whole(client: OpenAI, life: Life, body: Body): Promise<readonly Item[]> {
  const { output, usage } = await client.responses.create(body);
  if (usage && life.random.chance(0.5)) {
    await life.memory.reportUsage({ inputTokens: usage.input_tokens });
  }
  return output;
}

/** At times stopped: behind reasoning, in the middle of the words, of a call, of its arguments. */
async function streamed(client: OpenAI, { random }: Life, body: Body): Promise<readonly Item[]> {
  const stream = await client.responses.create({ ...body, stream: true });
  let left = random.chance(0.3) ? 1 + random.below(40) : Number.POSITIVE_INFINITY;
  const done: Item[] = [];
  let text = '';
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta') text += event.delta;
    if (event.type === 'response.output_item.added') text = '';
    if (event.type === 'response.output_item.done') {
      done.push(event.item);
      text = '';
    }
    left -= 1;
    if (left <= 0) break;
  }
  // Words that were cut off are kept as an app has them: without the id of their item.
  return text === '' ? done : [...done, { role: 'assistant', content: text }];
}

/** At times empty, far too long, or with a picture. */
function outputOf({ random }: Life, { id, kind = 'function_call' }: Call): Item {
  const text = random.chance(0.05) ? '' : someText(random, random.chance(0.1) ? 3_000 : 150);
  const picture = { type: 'input_image' as const, image_url: PICTURE, detail: 'auto' as const };
  const words = { type: 'input_text' as const, text: random.chance(0.2) ? ' ' : 'The page:' };
  const output = random.chance(0.1) ? [words, picture] : text;
  return kind === 'custom_tool_call'
    ? { type: 'custom_tool_call_output', call_id: id, output }
    : { type: 'function_call_output', call_id: id, output };
}
