import fc from 'fast-check';
import { expect, test } from 'vitest';
import { READING_STARTED, readEnd, readOn, type StreamReading } from './read-stream.ts';

function event(value: unknown): string {
  return `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
}

function chunk(delta: object, finish: string | null = null): string {
  return event({ choices: [{ index: 0, delta, finish_reason: finish }] });
}

function read(...texts: readonly string[]): StreamReading {
  return readEnd(texts.reduce(readOn, READING_STARTED));
}

test('words are put together, the end is seen', () => {
  const { reply, isOver } = read(
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'Hello' }),
    chunk({ content: ', you.' }),
    chunk({}, 'stop'),
    event('[DONE]'),
  );
  expect(reply).toEqual({ text: 'Hello, you.', thinking: '', finish: 'stop', unreadable: 0 });
  expect(isOver).toBe(true);
});

test('the usage behind the last words is read, the cached part with it', () => {
  const usage = { prompt_tokens: 120, completion_tokens: 3 };
  expect(read(event({ choices: [], usage })).reply.usage).toEqual({ inputTokens: 120 });
  const cached = { ...usage, prompt_tokens_details: { cached_tokens: 100 } };
  expect(read(event({ choices: [], usage: cached })).reply.usage).toEqual({
    inputTokens: 120,
    cachedInputTokens: 100,
  });
  expect(read(event({ choices: [], usage: null })).reply.usage).toBeUndefined();
});

test.each(['reasoning_content', 'reasoning'])(
  'thoughts in %s stay apart from the words',
  (name) => {
    const { reply } = read(
      chunk({ [name]: 'Hm, ' }),
      chunk({ [name]: 'so' }),
      chunk({ content: 'A' }),
    );
    expect(reply).toMatchObject({ thinking: 'Hm, so', text: 'A' });
  },
);

test('a thought that comes under both names is one thought', () => {
  expect(read(chunk({ reasoning: 'Hm', reasoning_content: 'Hm' })).reply.thinking).toBe('Hm');
});

test('words in parts are read, thoughts among them', () => {
  const content = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] },
    { type: 'text', text: 'Yes.' },
  ];
  expect(read(chunk({ content })).reply).toMatchObject({ thinking: 'Hm', text: 'Yes.' });
});

test('a refusal in its own field counts as words', () => {
  expect(read(chunk({ refusal: 'I cannot.' })).reply.text).toBe('I cannot.');
});

test('comments, other fields and empty events say nothing', () => {
  const { reply, isOver } = read(
    ': waiting\n\nevent: x\nid: 1\nretry: 5\n\ndata:\n\n',
    chunk({ content: 'A' }),
  );
  expect(reply).toEqual({ text: 'A', thinking: '', unreadable: 0 });
  expect(isOver).toBe(false);
});

test('what is no chunk is counted, and the rest is read', () => {
  const { reply, stray } = read(
    chunk({ content: 'A' }),
    event('{"choices": [{"del'),
    event('7'),
    event({ hello: 1 }),
    chunk({ content: 'B' }),
  );
  expect(reply).toMatchObject({ text: 'AB', unreadable: 3 });
  expect(stray).toContain('{"choices": [{"del');
});

test('an error in the middle ends it, and what had arrived stays', () => {
  const { reply, error, isOver } = read(
    chunk({ content: 'A' }),
    event({ error: { message: 'out of memory', code: 500 } }),
  );
  expect({ text: reply.text, error, isOver }).toEqual({
    text: 'A',
    error: 'out of memory',
    isOver: true,
  });
});

test('a server that does not stream is read when it has ended', () => {
  const body = JSON.stringify(
    {
      choices: [{ message: { role: 'assistant', content: 'Whole.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 9 },
    },
    null,
    2,
  );
  const { reply, isOver } = read(body.slice(0, 30), body.slice(30));
  expect(reply).toMatchObject({ text: 'Whole.', usage: { inputTokens: 9 }, finish: 'stop' });
  expect(isOver).toBe(true);
});

test('an error in place of a stream is read as one', () => {
  expect(read('{"error": "no such thing"}').error).toBe('no such thing');
});

test('a web page is no answer', () => {
  const { reply, isOver, stray } = read('<!doctype html>\n<title>Hello</title>');
  expect({ reply, isOver }).toEqual({
    reply: { text: '', thinking: '', unreadable: 0 },
    isOver: false,
  });
  expect(stray).toMatch(/^<!doctype html>/);
});

test('the last event counts without the empty line behind it', () => {
  expect(read('data: {"choices":[{"delta":{"content":"A"}}]}').reply.text).toBe('A');
});

test('an event may have several lines of data', () => {
  expect(read('data: {"choices":\ndata: [{"delta":{"content":"A"}}]}\n\n').reply.text).toBe('A');
});

const STREAM = [
  chunk({ reasoning: 'Hm\nthen' }),
  ': keep\n\n',
  chunk({ content: 'One\r\n' }),
  event('{broken'),
  chunk({ content: 'two' }, 'stop'),
  event({ choices: [], usage: { prompt_tokens: 5 } }),
  event('[DONE]'),
].join('');

test.each(['\n', '\r\n', '\r'])(
  'however a stream is cut, it reads the same; lines end in %j',
  (end) => {
    const stream = STREAM.replaceAll('\n', end);
    const whole = read(STREAM);
    expect(whole.reply.text).toBe('One\r\ntwo');
    const cut = fc.array(fc.nat(stream.length), { maxLength: 12 });
    fc.assert(
      fc.property(cut, (places) => {
        const at = [0, ...places.toSorted((left, right) => left - right), stream.length];
        const texts = at.slice(1).map((place, index) => stream.slice(at[index], place));
        expect(read(...texts).reply).toEqual(whole.reply);
      }),
    );
  },
);
