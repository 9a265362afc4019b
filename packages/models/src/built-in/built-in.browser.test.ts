import { expect, test } from 'vitest';
import { LocalModelError } from '../errors/local-model-error.ts';
import { builtInChat } from './built-in-chat.ts';
import { builtInSummarizer } from './built-in-summarizer.ts';

// The browser of these tests has no model of its own, whether or not it has the classes.

test('[MOD-2] a real browser without a model of its own is told as such by both drivers', async () => {
  const chat = builtInChat();
  const summarizer = builtInSummarizer();
  expect([await chat.availability(), await summarizer.availability()]).toEqual([
    'unavailable',
    'unavailable',
  ]);
  const request = {
    sources: [{ seq: 0, role: 'user', text: 'Hello, where is my order?' }],
    maxTokens: 100,
    count: (text: string) => text.length,
  } as const;
  const errors = await Promise.all([
    chat.chat({ messages: [{ role: 'user', content: 'Hello' }] }).catch((error: unknown) => error),
    summarizer.summarize(request, {}).catch((error: unknown) => error),
  ]);
  for (const error of errors) {
    expect(error).toBeInstanceOf(LocalModelError);
    expect(error).toMatchObject({ failure: { kind: 'device-unsupported' } });
  }
});
