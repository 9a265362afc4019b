import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aMessage } from '../testing/plan-fixture.ts';
import { foundPreview, messagePreview } from './message-preview.ts';

test('[DEV-1] a preview is one line of folded white space', () => {
  expect(messagePreview(aMessage('user', '  One\n\n two\t three  '))).toBe('One two three');
});

test('[DEV-1] a preview names calls, pictures and documents', () => {
  expect(
    messagePreview({
      role: 'assistant',
      parts: [
        { type: 'text', text: 'Looking.' },
        { type: 'tool-call', callId: 'c', toolName: 'find', arguments: '{"a":1}' },
        { type: 'image', url: 'data:image/png;base64,AAAA' },
        { type: 'document', filename: 'plan.pdf' },
      ],
    }),
  ).toBe('Looking.  find({"a":1})  [image]  [document plan.pdf]');
});

const character = fc.constantFrom(' ', '\n', '\r', '\t', '\u2028', '\0', 'a', 'é', '漢', '😀');

test('[DEV-1] a preview of any text is short, on one line, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: character, minLength: 200, maxLength: 1_200 }), (text) => {
      const preview = messagePreview(aMessage('user', text));
      expect(preview.length).toBeLessThanOrEqual(240);
      expect(preview).not.toMatch(/[\n\r\t]/);
    }),
  );
});

test('[DEV-1] a found phrase stands in its line', () => {
  const message = aMessage('user', 'The bike shifts badly and the chain\nskips under load');
  expect(foundPreview(message, 'CHAIN')).toEqual({
    before: '…y and the ',
    match: 'chain',
    after: ' skips under load',
  });
  expect(foundPreview(message, 'brake')).toBeUndefined();
});
