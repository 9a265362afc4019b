import { expect, test, vi } from 'vitest';
import type { Reply } from './reply.ts';
import {
  aConnection,
  answering,
  aStream,
  failing,
  hanging,
  type Scripted,
} from './scripted-connection.ts';
import { type Answer, SILENCE_MS, streamReply } from './stream-reply.ts';

const DONE = 'data: [DONE]\n\n';

function words(content: string): string {
  return `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
}

let servers = 0;

/** Asks a server of its own, so that nothing is known of it. */
function asked(answers: readonly Scripted[], { key }: { readonly key?: string } = {}) {
  servers += 1;
  const connection = aConnection(answers);
  const controller = new AbortController();
  const replies: Reply[] = [];
  const silences: boolean[] = [];
  const question = {
    server: { address: `http://localhost:${servers}/v1`, key },
    model: 'small',
    messages: [{ role: 'user', content: 'Hello' }],
  } as const;
  const listener = {
    onReply: (reply: Reply) => replies.push(reply),
    onSilence: (isSilent: boolean) => silences.push(isSilent),
  };
  const ask = (): Promise<Answer> => streamReply(question, listener, connection, controller.signal);
  const bodies = (): unknown[] =>
    connection.seen.map(({ request }) => JSON.parse(String(request.body)));
  return { connection, controller, replies, silences, bodies, ask, answer: ask() };
}

function failureOf(answer: Answer): string {
  return answer.kind === 'failed' ? answer.failure.kind : answer.kind;
}

test('asks for a stream and its usage, with the key in the header alone', async () => {
  const { answer, bodies, connection } = asked([answering(words('Hi') + DONE)], { key: 'sk-1' });
  expect(await answer).toMatchObject({ kind: 'whole', reply: { text: 'Hi' } });
  expect(bodies()).toEqual([
    {
      model: 'small',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
      stream_options: { include_usage: true },
    },
  ]);
  const [seen] = connection.seen;
  expect(seen?.request.headers).toMatchObject({ authorization: 'Bearer sk-1' });
  expect(`${seen?.url}${seen?.request.body}`).not.toContain('sk-1');
});

test('a server that refuses to report usage is asked again without, and not any more after that', async () => {
  const refusing = answering('unknown field stream_options', { status: 400 });
  const { ask, answer, bodies } = asked([
    refusing,
    answering(words('Hi') + DONE),
    answering(words('Ho') + DONE),
  ]);
  expect(await answer).toMatchObject({ kind: 'whole', reply: { text: 'Hi' } });
  expect(await ask()).toMatchObject({ kind: 'whole', reply: { text: 'Ho' } });
  expect(bodies().map((body) => Object.hasOwn(Object(body), 'stream_options'))).toEqual([
    true,
    false,
    false,
  ]);
});

test('words are told as they arrive', async () => {
  const stream = aStream();
  const { answer, replies } = asked([stream.answer]);
  stream.write(words('One '));
  await vi.waitFor(() => expect(replies.at(-1)?.text).toBe('One '));
  stream.write(words('two') + DONE);
  stream.end();
  expect(await answer).toMatchObject({ kind: 'whole', reply: { text: 'One two' } });
});

test('a stop keeps what arrived', async () => {
  const stream = aStream();
  const { answer, controller, replies } = asked([stream.answer]);
  stream.write(words('One '));
  await vi.waitFor(() => expect(replies).toHaveLength(1));
  controller.abort();
  expect(await answer).toEqual({
    kind: 'stopped',
    reply: { text: 'One ', thinking: '', unreadable: 0 },
  });
});

test('a stop ahead of the answer is no failure', async () => {
  const { answer, controller } = asked([hanging]);
  controller.abort();
  expect(await answer).toMatchObject({ kind: 'stopped', reply: { text: '' } });
});

test.each(['end', 'breakOff'] as const)(
  'a stream that dies half-way keeps what arrived (%s)',
  async (way) => {
    const stream = aStream();
    const { answer, replies } = asked([stream.answer]);
    stream.write(words('One '));
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    stream[way]();
    expect(await answer).toMatchObject({ reply: { text: 'One ' }, failure: { kind: 'broke-off' } });
  },
);

test('silence is told, and broken by the next word', async () => {
  const stream = aStream();
  const { answer, connection, silences, replies } = asked([stream.answer]);
  connection.clock.advance(SILENCE_MS);
  expect(silences).toEqual([true]);
  stream.write(words('One'));
  await vi.waitFor(() => expect(replies).toHaveLength(1));
  expect(silences).toEqual([true, false]);
  connection.clock.advance(SILENCE_MS);
  expect(silences).toEqual([true, false, true]);
  stream.write(DONE);
  stream.end();
  expect(await answer).toMatchObject({ kind: 'whole' });
  connection.clock.advance(SILENCE_MS);
  expect(silences).toEqual([true, false, true, false]);
});

test.each([
  ['', 'broke-off'],
  ['<html>hello</html>', 'unreadable'],
  ['data: what?\n\n', 'unreadable'],
  [DONE, 'empty'],
  ['data: {"error":{"message":"out of memory"}}\n\n', 'gave-up'],
  ['data: {"error":{"message":"the maximum context length is 4096"}}\n\n', 'too-long'],
])('a body of %j is %s', async (body, kind) => {
  expect(failureOf(await asked([answering(body)]).answer)).toBe(kind);
});

test('a refusal is read, and a request that got nowhere is looked into', async () => {
  expect(failureOf(await asked([answering('', { status: 503 })]).answer)).toBe('server');
  expect(failureOf(await asked([failing, failing]).answer)).toBe('unreachable');
});

test('a key that the server repeats in the middle of a stream is taken out', async () => {
  const body = 'data: {"error":{"message":"sk-1 is out of credit"}}\n\n';
  expect(await asked([answering(body)], { key: 'sk-1' }).answer).toMatchObject({
    failure: { said: '••• is out of credit' },
  });
});
