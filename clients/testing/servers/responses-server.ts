import type { ServerResponse } from 'node:http';
import { piecesOf } from './openai-server.ts';
import { encrypted, responsesFault, responsesTokens } from './responses-rules.ts';
import type { Script, Step } from './script.ts';
import { type Provider, type Refusal, sendJson } from './strict-server.ts';
import { isObject } from './values.ts';

export interface ResponsesServerOptions {
  readonly windowTokens: number;
  readonly script: Script;
}

type Item = Readonly<Record<string, unknown>>;

/** The Responses API as OpenAI's servers take and refuse it. Every fifth answer looks something up. */
export function responsesProvider({ windowTokens, script }: ResponsesServerOptions): Provider {
  let answers = 0;
  let calls = 0;
  return {
    refuse: refusal,
    refusalOf(body) {
      const fault = responsesFault(body);
      if (fault !== undefined) return refusal(fault);
      const tokens = responsesTokens(body);
      return tokens > windowTokens ? tooLong(windowTokens) : undefined;
    },
    answer(body, response) {
      const step = script();
      answers += 1;
      const output = outputOf(step, answers, () => {
        calls += 1;
        return calls;
      });
      const usage = { input_tokens: responsesTokens(body), output_tokens: 1, total_tokens: 1 };
      const answer = {
        id: `resp_${answers}`,
        object: 'response',
        created_at: 0,
        status: 'completed',
        model: 'strict',
        output,
        usage,
      };
      if (isObject(body) && body.stream === true) stream(answer, response);
      else sendJson(response, answer);
    },
  };
}

/** The item right behind reasoning shares its number with it. */
function outputOf(step: Step, answer: number, nextCall: () => number): readonly Item[] {
  const items: Item[] = [];
  if (answer % 5 === 0) {
    items.push({ type: 'web_search_call', id: `ws_${answer}`, status: 'completed', action: {} });
  }
  if (step.text !== '') {
    const said = { type: 'output_text', text: step.text, annotations: [], logprobs: [] };
    items.push({
      type: 'message',
      id: `msg_${answer}`,
      role: 'assistant',
      status: 'completed',
      content: [said],
      phase: step.calls.length > 0 ? 'commentary' : 'final_answer',
    });
  }
  for (const call of step.calls) items.push(callItem(call, nextCall()));
  const [first, ...others] = items;
  if (step.thinking === undefined || !first) return items;
  const reasoning = {
    type: 'reasoning',
    id: `rs_led_${answer}`,
    summary: answer % 2 === 0 ? [{ type: 'summary_text', text: step.thinking }] : [],
    encrypted_content: encrypted(step.thinking),
  };
  const [prefix] = String(first.id).split('_');
  return [reasoning, { ...first, id: `${prefix}_led_${answer}` }, ...others];
}

/** Every seventh call is one of a tool that takes any text. */
function callItem(call: Step['calls'][number], count: number): Item {
  const { name, arguments: text } = call;
  const callId = `call_${count}`;
  return count % 7 === 0
    ? { type: 'custom_tool_call', id: `ctc_${count}`, call_id: callId, name, input: text }
    : {
        type: 'function_call',
        id: `fc_${count}`,
        call_id: callId,
        name,
        arguments: text,
        status: 'completed',
      };
}

interface Answer {
  readonly output: readonly Item[];
  readonly [field: string]: unknown;
}

/** The items one by one, words and arguments in pieces, so that a reader can stop in their middle. */
function stream(answer: Answer, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sequence = 0;
  const send = (type: string, fields: object) => {
    const event = { type, sequence_number: sequence, ...fields };
    sequence += 1;
    response.write(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  send('response.created', { response: { ...answer, output: [], status: 'in_progress' } });
  for (const [index, item] of answer.output.entries()) {
    const place = { output_index: index, item_id: item.id };
    send('response.output_item.added', { ...place, item: begun(item) });
    const [said] = Array.isArray(item.content) ? item.content : [];
    for (const delta of piecesOf(String(said?.text ?? ''))) {
      send('response.output_text.delta', { ...place, content_index: 0, delta, logprobs: [] });
    }
    for (const delta of piecesOf(String(item.arguments ?? ''))) {
      send('response.function_call_arguments.delta', { ...place, delta });
    }
    send('response.output_item.done', { ...place, item });
  }
  send('response.completed', { response: answer });
  response.end();
}

function begun(item: Item): Item {
  const status = { status: 'in_progress' };
  if (item.type === 'message') return { ...item, ...status, content: [] };
  return item.type === 'function_call' ? { ...item, ...status, arguments: '' } : item;
}

function refusal(message: string): Refusal {
  const error = { message, type: 'invalid_request_error', param: 'input', code: null };
  return { status: 400, kind: 'fault', message, body: { error } };
}

function tooLong(window: number): Refusal {
  const message = `Your input exceeds the context window of this model: ${window} tokens. Please adjust your input and try again.`;
  const error = {
    message,
    type: 'invalid_request_error',
    param: 'input',
    code: 'context_length_exceeded',
  };
  return { status: 400, kind: 'too-long', message, body: { error } };
}
