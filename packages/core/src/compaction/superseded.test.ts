import { expect, test } from 'vitest';
import type { Message } from '../message/message.ts';
import { unitsOf, viewOf } from '../plan/view.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
import { noOverlays } from './overlay.ts';
import { findSuperseded } from './superseded.ts';

function superseded(messages: readonly Message[]): readonly (readonly [number, number])[] {
  const view = viewOf(aTranscript(messages), noOverlays(), simpleMeasurer);
  return findSuperseded(unitsOf(view)).map(({ entry, supersededBySeq }) => [
    entry.seq,
    supersededBySeq,
  ]);
}

const read = (path: string, callId = 'c') =>
  aToolCall({ callId, toolName: 'read_file', arguments: `{"path":"${path}"}` });
const result = (callId = 'c') => aToolResult({ callId });

test('[CMP-1] a result is superseded by the newest one of the same tool and arguments', () => {
  const messages = [read('a'), result(), read('a'), result(), read('a'), result()];
  expect(superseded(messages)).toEqual([
    [1, 5],
    [3, 5],
  ]);
});

test('[CMP-1] other arguments or another tool supersede nothing', () => {
  const list = aToolCall({ callId: 'c', toolName: 'list', arguments: '{"path":"a"}' });
  expect(superseded([read('a'), result(), read('b'), result(), list, result()])).toEqual([]);
});

test('[CMP-1] a later call without a result supersedes nothing', () => {
  expect(superseded([read('a'), result(), read('a'), aTextMessage('user', 'Stop.')])).toEqual([]);
});

test('[CMP-1] a result that answers no call supersedes nothing and is not superseded', () => {
  const messages = [result(), read('a'), result(), aTextMessage('user', 'Hm'), result()];
  expect(superseded(messages)).toEqual([]);
});

test('[CMP-1] of two same calls in one message the later result is the newest', () => {
  const both: Message = {
    role: 'assistant',
    parts: [...read('a', 'x').parts, ...read('a', 'y').parts],
  };
  expect(superseded([both, result('x'), result('y')])).toEqual([[1, 2]]);
});

test('[CMP-1] a message of several results is superseded only when all of them are', () => {
  const calls: Message = {
    role: 'assistant',
    parts: [...read('a', 'x').parts, ...read('b', 'y').parts],
  };
  const results: Message = { role: 'tool', parts: [...result('x').parts, ...result('y').parts] };
  expect(superseded([calls, results, read('a'), result()])).toEqual([]);
  expect(superseded([calls, results, read('a'), result(), read('b'), result()])).toEqual([[1, 3]]);
});
