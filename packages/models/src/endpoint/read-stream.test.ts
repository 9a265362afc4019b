import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunk, event } from '../testing/events.ts';
import { READING_STARTED, readEnd, readOn, type StreamReading } from './read-stream.ts';

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
  expect(reply).toMatchObject({
    text: 'Hello, you.',
    thinking: '',
    finishReason: 'stop',
    unreadable: 0,
  });
  expect(isOver).toBe(true);
});

test('the usage behind the last words is read, the cached part with it', () => {
  const usage = { prompt_tokens: 120, completion_tokens: 3 };
  expect(read(event({ choices: [], usage })).reply.usage).toEqual({
    inputTokens: 120,
    outputTokens: 3,
  });
  const cached = { ...usage, prompt_tokens_details: { cached_tokens: 100 } };
  expect(read(event({ choices: [], usage: cached })).reply.usage).toEqual({
    inputTokens: 120,
    cachedInputTokens: 100,
    outputTokens: 3,
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
  expect(reply).toMatchObject({ text: 'A', thinking: '', unreadable: 0 });
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
  expect({ text: reply.text, isOver }).toEqual({ text: 'A', isOver: true });
  expect(error).toContain('out of memory');
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
  expect(reply).toMatchObject({ text: 'Whole.', usage: { inputTokens: 9 }, finishReason: 'stop' });
  expect(isOver).toBe(true);
});

test('an error in place of a stream is read as one', () => {
  expect(read('{"error": "no such thing"}').error).toBe('{"error": "no such thing"}\n');
});

test('a web page is no answer', () => {
  const { reply, isOver, stray } = read('<!doctype html>\n<title>Hello</title>');
  expect(reply).toMatchObject({ text: '', thinking: '', unreadable: 0 });
  expect(isOver).toBe(false);
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

test('[MOD-1] the news of each text, joined, are the reply', () => {
  const cut = fc.array(fc.nat(STREAM.length), { maxLength: 12 });
  fc.assert(
    fc.property(cut, (places) => {
      const at = [0, ...places.toSorted((left, right) => left - right), STREAM.length];
      let reading = READING_STARTED;
      const news = { text: '', thinking: '' };
      for (const [index, place] of at.slice(1).entries()) {
        reading = readOn(reading, STREAM.slice(at[index], place));
        news.text += reading.news.text;
        news.thinking += reading.news.thinking;
      }
      reading = readEnd(reading);
      news.text += reading.news.text;
      news.thinking += reading.news.thinking;
      expect(news).toEqual({ text: reading.reply.text, thinking: reading.reply.thinking });
    }),
  );
});

test('[MOD-1] `data:` needs no space behind it, and takes away one at most', () => {
  const { reply } = read(
    'data:{"choices":[{"delta":{"content":"A"}}]}\n\n',
    'data:  {"choices":[{"delta":{"content":"B"}}]}\n\n',
  );
  expect(reply.text).toBe('AB');
});

test('[MOD-1] calls are read as they come in pieces, and from an answer that came whole', () => {
  const piece = (call: object): string => chunk({ tool_calls: [call] });
  const streamed = read(
    piece({ index: 0, id: 'a', function: { name: 'seat', arguments: '{"row"' } }),
    piece({ index: 0, function: { arguments: ':14}' } }),
    chunk({}, 'tool_calls'),
  );
  expect(streamed.calls).toEqual([{ index: 0, id: 'a', name: 'seat', arguments: '{"row":14}' }]);
  const call = { id: 'a', type: 'function', function: { name: 'seat', arguments: '{}' } };
  const message = { role: 'assistant', content: null, tool_calls: [call] };
  const whole = read(JSON.stringify({ choices: [{ message, finish_reason: 'tool_calls' }] }));
  expect(whole).toMatchObject({ isOver: true, calls: [{ id: 'a', name: 'seat' }] });
});

test('[MOD-3] behind the end nothing is read', () => {
  const { reply, isDone } = read(chunk({ content: 'A' }), event('[DONE]'), chunk({ content: 'B' }));
  expect({ text: reply.text, isDone }).toEqual({ text: 'A', isDone: true });
});

test('[MOD-3] the model’s last word is not the end: its usage may follow', () => {
  const reading = readOn(READING_STARTED, chunk({ content: 'A' }, 'stop'));
  expect(reading).toMatchObject({ isOver: true, isDone: false });
});

test('[MOD-3] an error that is sent as such, without a field for it, is read as one', () => {
  expect(read(event({ object: 'error', message: 'no lora' })).error).toContain('no lora');
});

test('[MOD-3] a line without end is given up', () => {
  let reading = READING_STARTED;
  const piece = 'x'.repeat(4_000_000);
  for (let count = 0; count < 9 && !reading.isDone; count += 1) reading = readOn(reading, piece);
  expect(reading).toMatchObject({ isDone: true, isOver: false, line: '' });
  expect(reading.stray.length).toBeLessThan(2_000);
});

test('[MOD-3] an event without end is given up', () => {
  let reading = READING_STARTED;
  const piece = `data: ${'x'.repeat(4_000_000)}\n`;
  for (let count = 0; count < 9 && !reading.isDone; count += 1) reading = readOn(reading, piece);
  expect(reading).toMatchObject({ isDone: true, isOver: false });
});

test('[MOD-3] an answer without end is given up', () => {
  let reading = READING_STARTED;
  const piece = chunk({ content: 'x'.repeat(4_000_000) });
  for (let count = 0; count < 9 && !reading.isDone; count += 1) reading = readOn(reading, piece);
  expect(reading).toMatchObject({ isDone: true, isOver: false });
});

test('[MOD-3] no text whatever makes it fail', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.json().map(event),
    fc
      .record({ choices: fc.anything(), usage: fc.anything(), error: fc.anything() })
      .map(safeEvent),
    fc
      .record({ delta: fc.anything(), finish_reason: fc.anything() })
      .map((choice) => safeEvent({ choices: [choice] })),
    fc
      .record({ content: fc.jsonValue(), tool_calls: fc.jsonValue(), reasoning: fc.jsonValue() })
      .map((delta) => chunk(delta)),
  );
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 8 }), (texts) => {
      const { reply } = read(...texts);
      expect(typeof reply.text).toBe('string');
    }),
  );
});

/** As JSON, or as broken JSON where it cannot be written. */
function safeEvent(value: unknown): string {
  try {
    return event(value);
  } catch {
    return event('{"broken');
  }
}
