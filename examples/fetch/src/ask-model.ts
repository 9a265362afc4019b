import type { OpenAiMessage } from '@agent-memory/core';

/** Any endpoint that speaks OpenAI Chat Completions; by default an Ollama on this machine. */
const endpoint = import.meta.env.VITE_ENDPOINT ?? 'http://localhost:11434/v1';
const model = import.meta.env.VITE_MODEL ?? 'llama3.2';

interface Chunk {
  readonly choices: readonly { readonly delta: { readonly content?: string | null } }[];
  readonly usage?: { readonly prompt_tokens: number } | null;
}

/** The answer in pieces as they arrive, and with the last one how many tokens the model read. */
export async function* askModel(messages: readonly OpenAiMessage[]) {
  const response = await fetch(`${endpoint}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model,
      messages,
      stream: true,
      stream_options: { include_usage: true },
    }),
  });
  if (!response.ok || !response.body) {
    throw new Error(`The endpoint answered ${response.status}.`);
  }
  for await (const line of linesOf(response.body)) {
    const data = line.replace(/^data:/, '').trim();
    if (data === line.trim() || data === '[DONE]') continue;
    const { choices, usage }: Chunk = JSON.parse(data);
    yield { text: choices[0]?.delta.content ?? '', inputTokens: usage?.prompt_tokens };
  }
}

async function* linesOf(body: NonNullable<Response['body']>) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = await reader.read();
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (done) return;
  }
}
