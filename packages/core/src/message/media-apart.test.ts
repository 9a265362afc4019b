import { expect, test } from 'vitest';
import { mediaApart } from './media-apart.ts';
import type { Message } from './message.ts';

const url = (type: string, bytes: string) => `data:${type};base64,${btoa(bytes)}`;
const png = url('image/png', `\x89PNG\r\n\x1a\n\0\0\0\rIHDR${'x'.repeat(900)}IEND\xaeB\x60\x82`);
const pdf = url('application/pdf', `%PDF-1.7\n${'x'.repeat(900)}%%EOF\n`);
const aResult = (text: string): Message => ({
  role: 'tool',
  parts: [{ type: 'tool-result', callId: 'c', text }],
});

test('[MSG-2] a picture in the text of a tool result stands beside it, and JSON stays JSON', () => {
  const { parts } = mediaApart(aResult(JSON.stringify({ title: 'Home', shot: png, file: pdf })));
  expect(parts).toEqual([
    {
      type: 'tool-result',
      callId: 'c',
      text: '{"title":"Home","shot":"[image/png]","file":"[application/pdf]"}',
    },
    { type: 'image', url: png },
    { type: 'document', data: pdf },
  ]);
});

test.each([
  ['no data URL', 'Nothing here.'],
  ['an icon', `<img src="data:image/png;base64,${'A'.repeat(40)}">`],
  ['a kind that no model reads', url('font/woff2', 'x'.repeat(900))],
  ['a picture that was cut off', `${png.slice(0, -100)}...`],
  ['one that was cut off between two groups', png.slice(0, -200)],
  ['a page that says it is a picture', url('image/png', '<html>'.repeat(200))],
])('[MSG-2] %s stays text', (_, text) => {
  const message = aResult(text);
  expect(mediaApart(message)).toBe(message);
});

test('[MSG-2] what a user or the assistant writes stays as it is', () => {
  const message: Message = { role: 'user', parts: [{ type: 'text', text: png }] };
  expect(mediaApart(message)).toBe(message);
});

test('[CMP-8] the same message gives the same one', () => {
  const message = aResult(png);
  expect(mediaApart(message)).toBe(mediaApart(message));
});
