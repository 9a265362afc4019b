import type { ServerResponse } from 'node:http';
import { type OpenAiRules, openAiFault, openAiTokens } from './openai-rules.ts';
import type { Script, Step } from './script.ts';
import { type Provider, type Refusal, sendJson } from './strict-server.ts';
import { isObject } from './values.ts';

export interface OpenAiServerOptions extends OpenAiRules {
  readonly script: Script;
  /** Makes the ids of completions and calls. Default: `chatcmpl-1`, `call_1`. */
  readonly idOf?: (kind: 'completion' | 'call', count: number) => string;
}

/** Chat Completions as OpenAI's servers take and refuse them. */
export function openAiProvider(options: OpenAiServerOptions): Provider {
  const { script, idOf = usualId, endpoint } = options;
  const counts = { completion: 0, call: 0 };
  const nextId = (kind: 'completion' | 'call') => {
    counts[kind] += 1;
    return idOf(kind, counts[kind]);
  };
  return {
    refuse: refusal,
    refusalOf(body) {
      const fault = openAiFault(body, options);
      if (fault !== undefined) return refusal(fault);
      const tokens = openAiTokens(body);
      return tokens > options.windowTokens ? tooLong(tokens, options.windowTokens) : undefined;
    },
    answer(body, response) {
      const step = script();
      const plain = messageOf(step, () => nextId('call'));
      const message = endpoint?.answers(plain) ?? plain;
      const completion = {
        id: nextId('completion'),
        object: 'chat.completion',
        created: 0,
        model: 'strict',
        choices: [
          { index: 0, message, finish_reason: step.calls.length > 0 ? 'tool_calls' : 'stop' },
        ],
        usage: usageOf(body, step),
      };
      if (isObject(body) && body.stream === true) stream(completion, response);
      else sendJson(response, completion);
    },
  };
}

function usualId(kind: 'completion' | 'call', count: number): string {
  return kind === 'call' ? `call_${count}` : `chatcmpl-${count}`;
}

function messageOf({ text, calls }: Step, callId: () => string) {
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
    annotations: [],
    ...(calls.length > 0 && {
      tool_calls: calls.map((call) => ({ id: callId(), type: 'function', function: call })),
    }),
  };
}

function usageOf(body: unknown, { text }: Step) {
  const [prompt, completion] = [openAiTokens(body), Math.ceil(text.length / 5)];
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  };
}

interface Completion {
  readonly id: string;
  readonly choices:
    | readonly [{ readonly message: ReturnType<typeof messageOf>; readonly finish_reason: string }]
    | readonly { readonly message: ReturnType<typeof messageOf>; readonly finish_reason: string }[];
  readonly usage: object;
}

/** In pieces of a few characters, arguments too, so that a reader can stop in the middle of them. */
function stream({ id, choices, usage }: Completion, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: object, finish: string | null = null) => {
    const choice = { index: 0, delta, finish_reason: finish };
    const chunk = {
      id,
      object: 'chat.completion.chunk',
      created: 0,
      model: 'strict',
      choices: [choice],
    };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const [choice] = choices;
  send({ role: 'assistant', content: '' });
  for (const content of piecesOf(choice?.message.content ?? '')) send({ content });
  for (const [index, call] of (choice?.message.tool_calls ?? []).entries()) {
    const { name, arguments: text } = call.function;
    send({
      tool_calls: [{ index, id: call.id, type: 'function', function: { name, arguments: '' } }],
    });
    for (const piece of piecesOf(text)) {
      send({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }
  send({}, choice?.finish_reason);
  const last = {
    id,
    object: 'chat.completion.chunk',
    created: 0,
    model: 'strict',
    choices: [],
    usage,
  };
  response.end(`data: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`);
}

export function piecesOf(text: string): readonly string[] {
  return text.match(/.{1,12}/gsu) ?? [];
}

function refusal(message: string): Refusal {
  const error = { message, type: 'invalid_request_error', param: 'messages', code: null };
  return { status: 400, kind: 'fault', message, body: { error } };
}

function tooLong(tokens: number, window: number): Refusal {
  const message = `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`;
  const error = {
    message,
    type: 'invalid_request_error',
    param: 'messages',
    code: 'context_length_exceeded',
  };
  return { status: 400, kind: 'too-long', message, body: { error } };
}
