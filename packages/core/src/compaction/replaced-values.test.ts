import { expect, test } from 'vitest';
import { findValues } from '../condense/find-values.ts';
import { emptyValueIndex } from '../condense/value-index.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { runToEnd } from '../ground/platform/steps.ts';
import type { Message } from '../message/message.ts';
import { textOf } from '../message/message.ts';
import { createAgentMemory } from '../session/create-agent-memory.ts';
import { aToolCall, aToolResult } from '../testing/builders.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { addToValueIndex } from '../testing/to-the-end.ts';
import { aTranscript } from '../testing/transcripts.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { ToolHints } from './policies/tool-hints.ts';
import { findingReplaced } from './replaced-values.ts';
import { sourcesOf } from './sources.ts';

/** The values that were replaced once all of this has left. */
function replacedIn(messages: readonly Message[], hints?: ToolHints): readonly string[] {
  const transcript = aTranscript(messages);
  const sources = runToEnd(
    sourcesOf(transcript.log.slice(0, transcript.length), { entries: new Map() }),
  );
  const index = addToValueIndex(emptyValueIndex, sources);
  return [...runToEnd(findingReplaced(index, transcript, hints))];
}

/** A call of this tool with these arguments, answered so. */
function answered(text: string, call: Parameters<typeof aToolCall>[0] = {}): readonly Message[] {
  return [aToolCall(call), aToolResult({ text })];
}

test.each([
  ['in JSON', '{"status":"STATUS-1"}', '{"status":"STATUS-2"}'],
  ['that says itself what it is', '{"status":"wait for STATUS-1 first"}', '{"status":"all done"}'],
  ['on a line', 'Status: STATUS-1', 'Status: ready'],
  ['in a sentence', 'The build is at STATUS-1.', 'The build is at STATUS-2.'],
  ['that is the whole answer', 'STATUS-1', 'STATUS-2'],
])('[CMP-11] a newer answer to the same call replaces a value %s', (_, older, newer) => {
  const [status] = findValues(older);
  expect(replacedIn([...answered(older), ...answered(newer)])).toContain(status?.text);
});

test.each([
  ['holds it', '{"status":"STATUS-1","next":"STATUS-2"}'],
  ['does not have its field', '{"error":"E-4711"}'],
  ['is an error in words', 'Error: the server is not there.'],
])('[CMP-11] a newer answer that %s replaces no value', (_, newer) => {
  expect(replacedIn([...answered('{"status":"STATUS-1"}'), ...answered(newer)])).toEqual([]);
});

test('[CMP-11] answers to other calls replace nothing, unless only the latest of the tool counts', () => {
  const messages = [
    ...answered('{"status":"STATUS-1"}', { arguments: '{"build":1}' }),
    ...answered('{"status":"STATUS-2"}', { arguments: '{"build":2}' }),
  ];
  expect(replacedIn(messages)).toEqual([]);
  expect(replacedIn(messages, { search: { latestOnly: true } })).toEqual(['STATUS-1']);
});

test('[CMP-11] of several answers in one message each is replaced by that to its own call', () => {
  const two = (first: string, second: string): readonly Message[] => [
    {
      role: 'assistant',
      parts: ['one', 'two'].flatMap(
        (callId) => aToolCall({ callId, arguments: `{"build":"${callId}"}` }).parts,
      ),
    },
    {
      role: 'tool',
      parts: [
        ...aToolResult({ callId: 'one', text: `{"status":"${first}"}` }).parts,
        ...aToolResult({ callId: 'two', text: `{"status":"${second}"}` }).parts,
      ],
    },
  ];
  const first = two('STATUS-1', 'STATUS-2');
  expect(replacedIn([...first, ...two('STATUS-3', 'STATUS-2')])).toEqual(['STATUS-1']);
  expect(replacedIn([...two('STATUS-1', 'STATUS-1'), ...two('STATUS-3', 'STATUS-1')])).toEqual([]);
});

/** What stands in the context for twenty polls that left, and what is kept of them. */
async function polled(between: (poll: number) => readonly OpenAiMessage[]) {
  const memory = createAgentMemory({
    id: 'polls',
    budget: fixedBudget(900),
    tokenCounter: simpleCounter,
  });
  await memory.append({ role: 'user', content: 'Wait until the build is done.' });
  for (let poll = 0; poll < 20; poll += 1) {
    const id = `poll-${poll}`;
    const call = { name: 'get_status', arguments: '{"build":"B-77"}' };
    await memory.append([
      { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: call }] },
      { role: 'tool', tool_call_id: id, content: `{"status":"STATUS-${poll}"}` },
      ...between(poll),
    ]);
    await memory.assemble();
  }
  for (let turn = 0; turn < 20; turn += 1) {
    await memory.append({ role: 'assistant', content: 'And so it went on. '.repeat(14) });
    await memory.assemble();
  }
  const { plan } = await memory.assemble();
  const text = plan.items.map(({ message }) => textOf(message)).join('\n');
  const values = (await memory.archived())?.values ?? [];
  return { text, statuses: [...new Set(text.match(/STATUS-\d+/g))], values };
}

test('[CMP-11] of the same field of one call only the newest value stands, whatever the assistant echoed', async () => {
  const { statuses, values } = await polled((poll) => [
    { role: 'assistant', content: `It is at STATUS-${poll}, so I look again.` },
  ]);
  expect(statuses).toEqual(['STATUS-19']);
  expect(values.filter(({ state }) => state === 'replaced')).toHaveLength(19);
});

test('[CMP-11] an older value that a call was given stands dated, and marked as replaced', async () => {
  const call = { name: 'find_report', arguments: '{"seen":"STATUS-7"}' };
  const { text } = await polled((poll) =>
    poll === 7
      ? [
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'report', type: 'function', function: call }],
          },
          { role: 'tool', tool_call_id: 'report', content: 'Thank you.' },
        ]
      : [],
  );
  expect(text).toContain('status (#16, since replaced): STATUS-7');
  expect(text).toContain('status: STATUS-19');
});
