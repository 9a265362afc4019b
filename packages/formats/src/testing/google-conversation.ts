import type { Message } from '@agent-memory/core';
import * as fc from 'fast-check';
import { google } from '../google/google-format.ts';

const PICTURE = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } };

const userStep = fc.record({
  kind: fc.constant('user' as const),
  parts: fc.array(
    fc.constantFrom<object>({ text: 'Find a train' }, { text: ' ' }, PICTURE, {
      fileData: { fileUri: 'https://a.example/files/1', mimeType: 'application/pdf' },
    }),
    { maxLength: 3 },
  ),
});

const besideCalls = fc.constantFrom<object>(
  { text: 'Looking. ' },
  { text: '' },
  { text: '', thoughtSignature: 'c2ln' },
  { text: 'Hm.', thought: true },
  { executableCode: { code: 'print(1)', language: 'PYTHON' } },
);

const response = fc.constantFrom<object | undefined>(
  undefined,
  { output: '3 trains '.repeat(60) },
  { output: '' },
  { error: 'No such place' },
  { trains: [{ at: '7:42' }] },
);

const answerStep = fc.record({
  kind: fc.constant('answer' as const),
  beside: fc.array(besideCalls, { maxLength: 3 }),
  responses: fc.array(response, { maxLength: 3 }),
  isNamed: fc.boolean(),
  isSigned: fc.boolean(),
  isApart: fc.boolean(),
  words: fc.boolean(),
});

type AnswerStep = typeof answerStep extends fc.Arbitrary<infer Value> ? Value : never;

/** A conversation in contents, as an agent leaves it: interrupted, without ids, half unread. */
export const googleConversation: fc.Arbitrary<readonly Message[]> = fc
  .array(fc.oneof(userStep, answerStep), { minLength: 1, maxLength: 20 })
  .map((steps) =>
    steps.flatMap((step, index) =>
      step.kind === 'user'
        ? neutral([{ role: 'user', parts: step.parts }])
        : neutral(contentsOf(step, index)),
    ),
  );

function contentsOf(step: AnswerStep, index: number): readonly object[] {
  const { beside, responses, isNamed, isSigned, isApart, words } = step;
  const nameOf = (position: number) => (position === 2 ? 'a place' : 'find');
  const idOf = (position: number) => (isNamed ? { id: `call_${index}_${position}` } : {});
  const calls = responses.map((_, position) => ({
    functionCall: { ...idOf(position), name: nameOf(position), args: { position } },
    ...(isSigned && position === 0 && { thoughtSignature: 'c2ln' }),
  }));
  const answers = responses.flatMap((given, position) =>
    given
      ? [{ functionResponse: { ...idOf(position), name: nameOf(position), response: given } }]
      : [],
  );
  const rest = words ? [{ text: 'And by bus?' }] : [];
  const users = isApart ? answers.map((answer) => [answer]) : [[...answers, ...rest]];
  return [
    { role: 'model', parts: [...beside, ...calls] },
    ...users.filter((parts) => parts.length > 0).map((parts) => ({ role: 'user', parts })),
  ];
}

function neutral(contents: readonly unknown[]): readonly Message[] {
  return contents.flatMap((content) => google.read(content)).map((read) => read.message);
}
