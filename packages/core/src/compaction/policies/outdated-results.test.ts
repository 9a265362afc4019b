import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMessage } from '../../formats/parse-message.ts';
import { runToEnd } from '../../ground/platform/steps.ts';
import type { Message } from '../../message/message.ts';
import { arbitraryConversation } from '../../testing/arbitrary-conversation.ts';
import { aTextMessage, aToolCall, aToolResult } from '../../testing/builders.ts';
import { aTranscript, simpleMeasurer } from '../../testing/transcripts.ts';
import { noOverlays } from '../../view/overlay.ts';
import { unitsOf, viewOf } from '../../view/view.ts';
import { findingOutdated } from '../default-stages.ts';
import type { EvictedResult } from '../stage.ts';
import type { ToolHints } from './tool-hints.ts';
import { answeredCallsOf } from './tool-results.ts';

function found(messages: readonly Message[], hints?: ToolHints): readonly EvictedResult[] {
  const transcript = aTranscript(messages);
  const units = unitsOf(viewOf(transcript, noOverlays(), simpleMeasurer)).map(({ start, end }) => ({
    entries: transcript.log.slice(start, end),
  }));
  return runToEnd(findingOutdated(units, hints));
}

function superseded(messages: readonly Message[]): readonly (readonly [number, unknown])[] {
  return found(messages).map(({ seq, supersededBySeq }) => [seq, supersededBySeq]);
}

const reasons = (messages: readonly Message[], hints: ToolHints) =>
  found(messages, hints).map(({ seq, reason = 'superseded' }) => [seq, reason]);

const read = (path: string, callId = 'c') =>
  aToolCall({ callId, toolName: 'read_file', arguments: `{"path":"${path}"}` });
const list = (path: string) =>
  aToolCall({ callId: 'c', toolName: 'list', arguments: `{"path":"${path}"}` });
const result = (callId = 'c') => aToolResult({ callId });
const reply = aTextMessage('assistant', 'There it is.');

function together(...messages: readonly Message[]): Message {
  const role = messages[0]?.role ?? 'user';
  return { role, parts: messages.flatMap((message) => message.parts) };
}

test('[CMP-1] a result is superseded by the newest one of the same tool and arguments', () => {
  const messages = [read('a'), result(), read('a'), result(), read('a'), result()];
  expect(superseded(messages)).toEqual([
    [1, 5],
    [3, 5],
  ]);
});

test('[CMP-1] other arguments or another tool supersede nothing', () => {
  expect(superseded([read('a'), result(), read('b'), result(), list('a'), result()])).toEqual([]);
});

test('[CMP-1] a later call without a result supersedes nothing', () => {
  expect(superseded([read('a'), result(), read('a'), aTextMessage('user', 'Stop.')])).toEqual([]);
});

test('[CMP-1] a result that answers no call supersedes nothing and is not superseded', () => {
  const messages = [result(), read('a'), result(), aTextMessage('user', 'Hm'), result()];
  expect(superseded(messages)).toEqual([]);
});

test('[CMP-1] of two same calls in one message the later result is the newest', () => {
  const both = together(read('a', 'x'), read('a', 'y'));
  expect(superseded([both, result('x'), result('y')])).toEqual([[1, 2]]);
});

test('[CMP-1] a message of several results is superseded only when all of them are', () => {
  const calls = together(read('a', 'x'), read('b', 'y'));
  const results = together(result('x'), result('y'));
  expect(superseded([calls, results, read('a'), result()])).toEqual([]);
  const [a, b] = [
    [read('a'), result()],
    [read('b'), result()],
  ];
  expect(superseded([calls, results, ...a, ...b])).toEqual([[1, 5]]);
  expect(superseded([calls, results, ...b, ...a])).toEqual([[1, 5]]);
});

test('[POL-8] of a tool with `latestOnly` any newer result replaces an older one', () => {
  const messages = [read('a'), result(), read('b'), result(), list('a'), result()];
  expect(found(messages, { read_file: { latestOnly: true } })).toMatchObject([
    { seq: 1, reason: 'latest-only', supersededBySeq: 3 },
  ]);
  expect(reasons(messages, { list: { latestOnly: true } })).toEqual([]);
});

test('[POL-8] a result of a `pinned` tool is never done with', () => {
  const messages = [read('a'), result(), read('a'), result(), reply];
  expect(reasons(messages, { read_file: { pinned: true } })).toEqual([]);
});

test('[POL-8] of several results in one message the reason is the one that holds for all', () => {
  const calls = together(read('a', 'x'), list('a'));
  const results = together(result('x'), result());
  const messages = [calls, results, read('a'), result(), list('b'), result(), reply];
  expect(reasons(messages, {})).toEqual([]);
  expect(found(messages, { list: { latestOnly: true } })).toMatchObject([
    { seq: 1, reason: 'latest-only', supersededBySeq: 5 },
  ]);
  expect(reasons(messages, { list: { pinned: true } })).toEqual([]);
});

test('[POL-8] a tool named like what every object has is a tool like any other', () => {
  const call = aToolCall({ callId: 'c', toolName: 'constructor', arguments: '{}' });
  expect(reasons([call, result(), call, result()], {})).toEqual([[1, 'superseded']]);
});

test('[CMP-1] [CMP-3] results count exactly where the view sends them as results (seed 20261122)', async () => {
  await fc.assert(
    fc.property(arbitraryConversation, (conversation) => {
      const transcript = aTranscript(conversation.map((message) => parseMessage(message)));
      for (const unit of unitsOf(viewOf(transcript, noOverlays(), simpleMeasurer))) {
        const entries = unit.members.filter((member) => member.kind === 'entry');
        const asResults = entries.filter(
          (member) => member.entry.message.role === 'tool' && !member.repaired,
        );
        const answered = answeredCallsOf(entries.map((member) => member.entry));
        expect(answered.map(({ entry }) => entry.seq)).toEqual(
          asResults.map((member) => member.entry.seq),
        );
      }
    }),
    { seed: 20261122 },
  );
});
