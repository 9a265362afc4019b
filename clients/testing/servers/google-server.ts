import type { ServerResponse } from 'node:http';
import { googleFault, googleTokens, thoughtSignature } from './google-rules.ts';
import { piecesOf } from './openai-server.ts';
import type { Script, Step } from './script.ts';
import { type Provider, type Refusal, sendJson } from './strict-server.ts';

export interface GoogleServerOptions {
  readonly windowTokens: number;
  readonly script: Script;
}

type Part = Readonly<Record<string, unknown>>;

/** The Gemini API as Google's servers take and refuse it. Every other answer has ids for its calls. */
export function googleProvider({ windowTokens, script }: GoogleServerOptions): Provider {
  let answers = 0;
  return {
    refuse: refusal,
    refusalOf(body) {
      const fault = googleFault(body);
      if (fault !== undefined) return refusal(fault);
      const tokens = googleTokens(body);
      if (tokens <= windowTokens) return undefined;
      const message = `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${windowTokens}).`;
      return { ...refusal(message), kind: 'too-long' };
    },
    answer(body, response, path) {
      answers += 1;
      const parts = partsOf(script(), answers);
      const usage = { promptTokenCount: googleTokens(body), candidatesTokenCount: 1 };
      if (path.includes('stream')) stream(parts, usage, response);
      else sendJson(response, answerOf(parts, usage));
    },
  };
}

/** The first call is signed; where there is none, the end of the words, with words or without. */
function partsOf({ thinking, text, calls }: Step, answer: number): readonly Part[] {
  const end = { thoughtSignature: thoughtSignature('') };
  const isApart = answer % 3 === 0;
  const isSpoken = text !== '' || calls.length === 0;
  return [
    ...(thinking === undefined ? [] : [{ text: thinking, thought: true }]),
    ...(isSpoken ? [{ text, ...(calls.length === 0 && !isApart && end) }] : []),
    ...(calls.length === 0 && isApart ? [{ text: '', ...end }] : []),
    ...calls.map((call, index) => ({
      functionCall: {
        ...(answer % 2 === 0 && { id: `call_${answer}_${index}` }),
        name: call.name,
        args: JSON.parse(call.arguments) as unknown,
      },
      ...(index === 0 && { thoughtSignature: thoughtSignature(call.name) }),
    })),
  ];
}

function answerOf(parts: readonly Part[], usageMetadata: object): object {
  const candidate = { index: 0, content: { role: 'model', parts }, finishReason: 'STOP' };
  return { candidates: [candidate], usageMetadata, modelVersion: 'strict' };
}

/** Words in pieces, the signature with the last one; a call is whole. */
function stream(parts: readonly Part[], usage: object, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const part of parts) {
    const { text, thoughtSignature: signature, ...others } = part;
    const pieces = piecesOf(String(text ?? ''));
    const isWhole = pieces.length === 0;
    const chunks = isWhole ? [part] : pieces.map((piece) => ({ ...others, text: piece }));
    for (const [index, chunk] of chunks.entries()) {
      const isSigned = !isWhole && index === chunks.length - 1 && signature !== undefined;
      const sent = isSigned ? { ...chunk, thoughtSignature: signature } : chunk;
      response.write(`data: ${JSON.stringify(answerOf([sent], usage))}\n\n`);
    }
  }
  response.end();
}

function refusal(message: string): Refusal {
  const error = { code: 400, message, status: 'INVALID_ARGUMENT' };
  return { status: 400, kind: 'fault', message, body: { error } };
}
