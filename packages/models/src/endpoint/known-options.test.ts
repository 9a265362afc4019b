import { InvalidOptionError } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { builtInChat } from '../built-in/built-in-chat.ts';
import { chooseModel } from '../device/choose-model.ts';
import { probeDevice } from '../device/device-facts.ts';
import { fallback } from '../fallback/fallback.ts';
import * as models from '../index.ts';
import { metered } from '../metering/metered.ts';
import { spendingLimit } from '../metering/spending-limit.ts';
import { MESSAGES } from '../testing/a-chat.ts';
import { listModels } from './list-models.ts';
import { openAiCompatible } from './open-ai-compatible.ts';

const SERVER = {
  baseUrl: 'http://localhost:1/v1',
  fetch: () => Promise.reject(new Error('asked')),
};

const MODEL = openAiCompatible({ ...SERVER, model: 'small' });

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
    place: 'spendingLimit',
    wrong: 'perday',
    right: 'perDay',
    give: (options) => spendingLimit(options),
  },
  {
    place: 'perDay',
    wrong: 'cals',
    right: 'calls',
    give: (perDay) => spendingLimit({ perDay }),
  },
  {
    place: 'builtInChat',
    wrong: 'langages',
    right: 'languages',
    give: (options) => builtInChat(options),
  },
  {
    place: 'chat',
    wrong: 'singal',
    right: 'signal',
    give: (options) => builtInChat().chat({ messages: MESSAGES, ...options }),
  },
  {
    place: 'chooseModel',
    wrong: 'offer',
    right: 'offers',
    give: async (options) => chooseModel(await probeDevice(), options),
  },
  {
    place: 'chat',
    wrong: 'maxTokes',
    right: 'maxTokens',
    give: (options) => fallback([MODEL]).chat({ messages: MESSAGES, ...options }),
  },
  {
    place: 'fallback',
    wrong: 'clok',
    right: 'clock',
    give: (options) => fallback([MODEL], options),
  },
  {
    place: 'metered',
    wrong: 'onCal',
    right: 'onCall',
    give: (options) => metered(MODEL, options as never),
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

test('[OBS-3] every function of the entry point refuses unknown options, or takes none', () => {
  const refusing = new Set(PLACES.map(({ place }) => place));
  const functions = Object.entries(models)
    .filter(([, value]) => typeof value === 'function' && !(value.prototype instanceof Error))
    .map(([name]) => name);
  expect(functions.filter((name) => !refusing.has(name)).toSorted()).toEqual([
    'isSendableKey',
    'modelSummarizer',
    'probeDevice',
    'readBaseUrl',
  ]);
});

test.each([
  ['nothing', undefined, 'openAiCompatible'],
  ['no field', {}, 'model'],
  ['no model', SERVER, 'model'],
  ['a model that is no text', { ...SERVER, model: 5 }, 'model'],
  ['no address', { model: 'small' }, 'baseUrl'],
  ['an address that is no text', { model: 'small', baseUrl: 5 }, 'baseUrl'],
  ['headers that are none', { ...SERVER, model: 'small', headers: null }, 'headers'],
  ['a fetch that is none', { ...SERVER, model: 'small', fetch: {} }, 'fetch'],
  ['a clock that tells no time', { ...SERVER, model: 'small', clock: {} }, 'clock'],
])(
  '[OBS-3] a driver with %s is refused when it is made, and the option is named',
  (_, given, option) => {
    expect(() => openAiCompatible(given as never)).toThrow(InvalidOptionError);
    expect(() => openAiCompatible(given as never)).toThrow(`\`${option}\``);
  },
);
