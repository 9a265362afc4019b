import { expect, test } from 'vitest';
import { LocalModelError } from '../errors/local-model-error.ts';
import { builtInChat } from './built-in-chat.ts';

// The browser of these tests has no model of its own, whether or not it has the class.
test('[MOD-2] a real browser without a model of its own is told as such', async () => {
  const chat = builtInChat();
  expect(await chat.availability()).toBe('unavailable');
  const error = await chat
    .chat({ messages: [{ role: 'user', content: 'Hello' }] })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(LocalModelError);
  expect(error).toMatchObject({ failure: { kind: 'device-unsupported' } });
});
