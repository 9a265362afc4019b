import { expect, test } from 'vitest';
import { FormatUnavailableError } from '../errors/format-unavailable-error.ts';
import { FORMAT_NAMES } from './format-names.ts';
import { loadFormat } from './load-format.ts';

test.each(FORMAT_NAMES)('[MSG-2] %s is fetched by its name', async (name) => {
  const format = await loadFormat(name);
  expect([format.name, format.liveHosts ?? 'any']).toEqual([
    name,
    name === 'ai-sdk-ui' ? 'user' : 'any',
  ]);
});

test('[MSG-2] a format of one’s own is taken as it is', async () => {
  const own = { name: 'own', read: () => [], write: () => [], render: () => ({}) };
  expect(await loadFormat(own)).toBe(own);
});

test.each([
  ['a name that is none', 'toString'],
  ['something without functions', { name: 'own' }],
  ['nothing', null],
])('[MSG-2] %s is refused by the name of the option', async (_, choice) => {
  const refusal = loadFormat(choice as never);
  await expect(refusal).rejects.toMatchObject({ code: 'INVALID_OPTION', option: 'format' });
});

test('[MSG-2] a format that cannot be fetched is told apart, with its cause, and may be there later', async () => {
  const cause = new Error('offline');
  const unreachable = () => Promise.reject(cause);
  const own = { name: 'openai', read: () => [], write: () => [], render: () => ({}) };
  const loaders = {
    openai: async () => own,
    'openai-responses': unreachable,
    anthropic: unreachable,
    google: unreachable,
    'ai-sdk': unreachable,
    'ai-sdk-ui': unreachable,
    'chat-template': unreachable,
  };
  const refusal = loadFormat('anthropic', loaders);
  await expect(refusal).rejects.toThrow(FormatUnavailableError);
  await expect(refusal).rejects.toMatchObject({ format: 'anthropic', cause, recoverable: true });
  await expect(refusal).rejects.toThrow('Nothing was lost');
});
