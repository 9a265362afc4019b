import { InvalidOptionError } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { anthropicCounter } from '../counting/anthropic-counter.ts';
import { googleCounter } from '../counting/google-counter.ts';
import * as models from '../index.ts';
import { MESSAGES } from '../testing/a-chat.ts';
import { listModels } from './list-models.ts';
import { openAiCompatible } from './open-ai-compatible.ts';

const SERVER = {
  baseUrl: 'http://localhost:1/v1',
  fetch: () => Promise.reject(new Error('asked')),
};

/** Each place where options are handed in, and a call with something in that place. */
const PLACES: readonly {
  readonly place: string;
  /** A name that there is, spelt wrongly, and how it is spelt. */
  readonly wrong: string;
  readonly right: string;
  readonly give: (options: object) => unknown;
}[] = [
  {
    place: 'openAiCompatible',
    wrong: 'apikey',
    right: 'apiKey',
    give: (options) => openAiCompatible({ ...SERVER, model: 'small', ...options }),
  },
  {
    place: 'chat',
    wrong: 'singal',
    right: 'signal',
    give: (options) =>
      openAiCompatible({ ...SERVER, model: 'small' }).chat({ messages: MESSAGES, ...options }),
  },
  {
    place: 'anthropicCounter',
    wrong: 'apikey',
    right: 'apiKey',
    give: (options) => anthropicCounter({ model: 'claude', ...options }),
  },
  {
    place: 'googleCounter',
    wrong: 'modell',
    right: 'model',
    give: (options) => googleCounter({ model: 'gemini', ...options }),
  },
  {
    place: 'listModels',
    wrong: 'timeoutms',
    right: 'timeoutMs',
    give: (options) => listModels({ ...SERVER, ...options }),
  },
  {
    place: 'listModels',
    wrong: 'singal',
    right: 'signal',
    give: (options) => listModels(SERVER, options),
  },
];

async function refusal(give: (options: object) => unknown, options: object): Promise<unknown> {
  try {
    await give(options);
    return undefined;
  } catch (error) {
    return error;
  }
}

test.each(PLACES)('[OBS-3] $place refuses $wrong and names $right', async (row) => {
  const { place, wrong, right, give } = row;
  const error = await refusal(give, { [wrong]: 'sk-1234567890' });
  expect(error).toBeInstanceOf(InvalidOptionError);
  expect(error).toMatchObject({
    option: `${place}.${wrong}`,
    message: `Unknown option \`${wrong}\` in \`${place}\`: did you mean \`${right}\`?`,
  });
});

test('[OBS-3] every function of the door refuses unknown options, or takes none', () => {
  const refusing = new Set(PLACES.map(({ place }) => place));
  const functions = Object.entries(models)
    .filter(([, value]) => typeof value === 'function' && !(value.prototype instanceof Error))
    .map(([name]) => name);
  expect(functions.filter((name) => !refusing.has(name)).toSorted()).toEqual([
    'assistantMessage',
    'isSendableKey',
    'readBaseUrl',
  ]);
});
