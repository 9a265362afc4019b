import type { Message } from '@agent-memory/core';
import * as fc from 'fast-check';
import { openAiResponses } from '../openai-responses/openai-responses-format.ts';

const PICTURE = 'data:image/png;base64,iVBORw0KGgo=';

const userStep = fc.record({
  kind: fc.constant('user' as const),
  role: fc.constantFrom('user', 'developer'),
  content: fc.oneof(
    fc.constantFrom('Find a train', '', ' \n'),
    fc.array(
      fc.constantFrom<object>(
        { type: 'input_text', text: 'Look:' },
        { type: 'input_text', text: ' ' },
        { type: 'input_image', image_url: PICTURE, detail: 'auto' },
        { type: 'input_file', file_id: 'file-1' },
      ),
      { maxLength: 3 },
    ),
  ),
});

/** The items beside calls; `#` in an id becomes the number of the answer. */
const beside = fc.constantFrom<object>(
  { type: 'message', id: 'msg_#', role: 'assistant', status: 'completed', content: [] },
  {
    type: 'message',
    id: 'msg_#',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'Looking. ', annotations: [] }],
  },
  { type: 'reasoning', id: 'rs_#', summary: [], encrypted_content: 'gAAAAAB=' },
  { type: 'reasoning', id: 'rs_#', summary: [{ type: 'summary_text', text: 'Hm.' }] },
  { type: 'web_search_call', id: 'ws_#', status: 'completed' },
  { type: 'computer_call', id: 'cu_#', call_id: 'call_cu_#', status: 'completed' },
  { type: 'image_generation_call', id: 'ig_#', status: 'completed', result: 'iVBORw0KGgo=' },
);

const result = fc.constantFrom<object | undefined>(
  undefined,
  { output: '3 trains '.repeat(60) },
  { output: '' },
  {
    output: [
      { type: 'input_text', text: '' },
      { type: 'input_image', image_url: PICTURE, detail: 'low' },
    ],
  },
);

const answerStep = fc.record({
  kind: fc.constant('answer' as const),
  isRepeated: fc.boolean(),
  isCustom: fc.boolean(),
  beside: fc.array(beside, { maxLength: 4 }),
  results: fc.array(result, { maxLength: 3 }),
  isSeen: fc.boolean(),
});

type AnswerStep = typeof answerStep extends fc.Arbitrary<infer Value> ? Value : never;

/** A conversation in items, as an agent leaves it: interrupted, with ids that come again, half unread. */
export const responsesConversation: fc.Arbitrary<readonly Message[]> = fc
  .array(fc.oneof(userStep, answerStep), { minLength: 1, maxLength: 20 })
  .map((steps) =>
    steps.flatMap((step, index) => {
      if (step.kind === 'user') return neutral([{ role: step.role, content: step.content }]);
      return neutral(itemsOf(step, step.isRepeated ? 0 : index));
    }),
  );

function itemsOf(step: AnswerStep, number: number): readonly object[] {
  const { beside: others, results, isCustom, isSeen } = step;
  const kind = isCustom ? 'custom_tool_call' : 'function_call';
  const calls = results.map((_, position) => ({
    type: kind,
    id: `fc_${number}_${position}`,
    call_id: `call_${number}_${position}`,
    name: isCustom ? 'run.it' : 'find',
    [isCustom ? 'input' : 'arguments']: position === 0 ? '{"place":' : '{}',
  }));
  const outputs = results.flatMap((given, position) =>
    given ? [{ type: `${kind}_output`, call_id: calls[position]?.call_id, ...given }] : [],
  );
  const screen = {
    type: 'computer_call_output',
    call_id: `call_cu_${number}`,
    output: { type: 'computer_screenshot', image_url: PICTURE },
  };
  return [...others.map((item) => numbered(item, number)), ...calls, ...outputs].concat(
    isSeen ? [screen] : [],
  );
}

function numbered(item: object, number: number): object {
  return JSON.parse(JSON.stringify(item).replaceAll('#', String(number))) as object;
}

function neutral(items: readonly unknown[]): readonly Message[] {
  return items.flatMap((item) => openAiResponses.read(item)).map((read) => read.message);
}
