import type { ServerResponse } from 'node:http';
import { anthropicFault, anthropicTokens, signatureOf } from './anthropic-rules.ts';
import { piecesOf } from './openai-server.ts';
import type { Script, Step } from './script.ts';
import { type Provider, type Refusal, sendJson } from './strict-server.ts';
import { isObject } from './values.ts';

export interface AnthropicServerOptions {
  readonly windowTokens: number;
  readonly script: Script;
  /** Whether half of what was read comes from the prompt cache. */
  readonly cached?: boolean;
}

/** Messages as Anthropic's servers take and refuse them. */
export function anthropicProvider({
  windowTokens,
  script,
  cached = false,
}: AnthropicServerOptions): Provider {
  let messages = 0;
  let calls = 0;
  return {
    refuse: refusal,
    refusalOf(body) {
      const fault = anthropicFault(body);
      if (fault !== undefined) return refusal(fault);
      const tokens = anthropicTokens(body);
      if (tokens <= windowTokens) return undefined;
      return {
        ...refusal(`prompt is too long: ${tokens} tokens > ${windowTokens} maximum`),
        kind: 'too-long',
      };
    },
    answer(body, response) {
      const step = script();
      messages += 1;
      const message = {
        id: `msg_${messages}`,
        type: 'message',
        role: 'assistant',
        model: 'strict',
        content: contentOf(step, () => {
          calls += 1;
          return `toolu_${calls}`;
        }),
        stop_reason: step.calls.length > 0 ? 'tool_use' : 'end_turn',
        stop_sequence: null,
        usage: {
          ...inputUsage(anthropicTokens(body), cached),
          output_tokens: Math.ceil(step.text.length / 5),
        },
      };
      if (isObject(body) && body.stream === true) stream(message, response);
      else sendJson(response, message);
    },
  };
}

function inputUsage(tokens: number, cached: boolean) {
  const read = cached ? Math.floor(tokens / 2) : 0;
  const counts = { cache_read_input_tokens: read, cache_creation_input_tokens: 0 };
  return { input_tokens: tokens - read, ...counts };
}

function contentOf({ thinking, text, calls }: Step, callId: () => string) {
  return [
    ...(thinking === undefined
      ? []
      : [{ type: 'thinking', thinking, signature: signatureOf(thinking) }]),
    ...(text === '' ? [] : [{ type: 'text', text, citations: null }]),
    ...calls.map((call) => ({
      type: 'tool_use',
      id: callId(),
      name: call.name,
      input: JSON.parse(call.arguments) as unknown,
    })),
  ];
}

interface Reply {
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly stop_reason: string;
  readonly usage: object;
}

function stream(message: Reply, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (type: string, fields: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  send('message_start', { message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of message.content.entries()) {
    send('content_block_start', { index, content_block: emptied(block) });
    for (const delta of deltasOf(block)) send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  }
  const delta = { stop_reason: message.stop_reason, stop_sequence: null };
  send('message_delta', { delta, usage: message.usage });
  send('message_stop', {});
  response.end();
}

function emptied(block: Readonly<Record<string, unknown>>): object {
  if (block.type === 'tool_use') return { ...block, input: {} };
  return block.type === 'thinking'
    ? { ...block, thinking: '', signature: '' }
    : { ...block, text: '' };
}

function deltasOf({
  type,
  thinking,
  signature,
  text,
  input,
}: Readonly<Record<string, unknown>>): readonly object[] {
  if (type === 'thinking') {
    const pieces = piecesOf(String(thinking)).map((piece) => ({
      type: 'thinking_delta',
      thinking: piece,
    }));
    return [...pieces, { type: 'signature_delta', signature }];
  }
  if (type === 'text')
    return piecesOf(String(text)).map((piece) => ({ type: 'text_delta', text: piece }));
  return piecesOf(JSON.stringify(input)).map((piece) => ({
    type: 'input_json_delta',
    partial_json: piece,
  }));
}

function refusal(message: string): Refusal {
  const error = { type: 'invalid_request_error', message };
  return { status: 400, kind: 'fault', message, body: { type: 'error', error } };
}
