import { expect, test } from 'vitest';
import type { CheckpointFacts, OpenCallFacts } from '../source/checkpoints-source.ts';
import {
  branchedWords,
  branchQuestion,
  checkpointKind,
  checkpointPlace,
  checkpointRows,
  resumptionWords,
} from './run-words.ts';

const AT: CheckpointFacts = {
  id: 'step-3',
  kind: 'tool_result',
  step: 3,
  atMs: 0,
  overlayVersion: 2,
  call: 4,
  seq: 7,
  isOnPath: true,
};
const call = (toolName: string): OpenCallFacts => ({ callId: toolName, toolName, entryId: 'e' });

test('[CKP-1] checkpoints are listed newest first, each kind in words', () => {
  const rows = checkpointRows([AT, { ...AT, id: 'milestone-0', kind: 'milestone' }]);
  expect(rows.map(({ key }) => key)).toEqual(['milestone-0', 'step-3']);
  expect(checkpointKind(AT.kind)).toBe('tool result');
  const { seq: _, ...ahead } = AT;
  expect(checkpointPlace(ahead)).toBe('before the first message');
});

test('[CKP-1] what resuming would do is told for each thing that is open', () => {
  const none = { pending: [], inDoubt: [] };
  expect(resumptionWords({ next: 'nothing', ...none })[0]).toContain('Nothing more is to be done');
  expect(resumptionWords({ next: 'ask_model', ...none })[0]).toContain('The model is to be asked');
  const calls = { pending: [call('book'), call('pay')], inDoubt: [call('send')] };
  expect(resumptionWords({ next: 'run_calls', ...calls })).toEqual([
    '2 calls never began, and can be run: book, pay.',
    '1 call began and nobody stored the end: send. Nothing runs such a call again by itself, because it may have taken effect.',
  ]);
  const elsewhere = {
    pending: [{ ...call('book'), isKnown: true as const }],
    inDoubt: [call('send')],
  };
  expect(resumptionWords({ next: 'ask_model', ...elsewhere })).toEqual([
    '1 call ended elsewhere; the result is taken from there: book.',
    expect.stringContaining('nobody stored the end: send.'),
    expect.stringContaining('The model is to be asked'),
  ]);
  const many = Array.from({ length: 10 }, (_, at) => call(`t${at}`));
  expect(resumptionWords({ next: 'run_calls', pending: many, inDoubt: [] })[0]).toContain(
    't7 and 2 more.',
  );
  // A value of a package that is newer than this one.
  const later = 'wait_for_user' as 'nothing';
  expect(resumptionWords({ next: later, ...none })[0]).toContain('wait for user');
});

test('[CKP-1] going back says ahead what happens, and behind what happened', () => {
  expect(branchQuestion(AT)).toContain('continues after message #7');
  const branched = {
    checkpointId: 'step-3',
    resumption: { next: 'nothing', pending: [], inDoubt: [] },
  } as const;
  expect(branchedWords({ ...branched, settings: 'as_then' }, AT)).toContain('the one of then');
  expect(branchedWords({ ...branched, settings: 'others' }, AT)).toContain('made again');
});
