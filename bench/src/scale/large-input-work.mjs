// @ts-check
import { aiSdk, aiSdkUi, anthropic } from '@agent-memory/formats';
import { sessionCatalog } from '@agent-memory/sessions';
import { idRichResult, longProse } from './large-texts.mjs';

/**
 * The input of the page of this work.
 *
 * @typedef {object} SessionLibrary
 * @property {typeof import('@agent-memory/core')} core
 * @property {typeof import('@agent-memory/indexeddb').indexedDbStore} indexedDbStore
 */
/** @typedef {'openai' | 'anthropic' | 'ai-sdk' | 'ai-sdk-ui'} FormatName */

const FORMATS = /** @type {const} */ ({
  openai: 'openai',
  anthropic,
  'ai-sdk': aiSdk,
  'ai-sdk-ui': aiSdkUi,
});

const MEGABYTE = 1_000_000;
/** JSON of a row is so long. */
const ROW_BYTES = 84;
const WINDOW_TOKENS = 8_000_000;
const ID = 'large';

/**
 * One large message through the whole life of a stored session: appended, in a context, shown, opened
 * again, exported and imported. Or messages of too much, each refused.
 *
 * @type {Readonly<Record<import('./long-work.mjs').LargeInputWork, (n: number, library: SessionLibrary) => Promise<() => Promise<void>>>>}
 */
export const LARGE_INPUT_WORK = {
  rowsOpenAi: (n, library) => living(library, 'openai', callOf('openai', rows(n))),
  rowsAnthropic: (n, library) => living(library, 'anthropic', callOf('anthropic', rows(n))),
  rowsAiSdk: (n, library) => living(library, 'ai-sdk', callOf('ai-sdk', rows(n))),
  rowsAiSdkUi: (n, library) => living(library, 'ai-sdk-ui', callOf('ai-sdk-ui', rows(n))),
  stringAnthropic: (n, library) =>
    living(library, 'anthropic', callOf('anthropic', { content: idRichResult(0, n * MEGABYTE) })),
  wordsAiSdk: (n, library) =>
    living(library, 'ai-sdk', [{ role: 'user', content: longProse(0, n * MEGABYTE) }]),
  deepOpenAi: (n, library) =>
    living(library, 'openai', callOf('openai', `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`)),
  tooMuch: async (n, library) => {
    const deep = Array.from({ length: n }).reduce((held) => ({ a: held }), {});
    const list = Array.from({ length: 1_000_001 }, (_, at) => at);
    const names = Object.fromEntries(list.slice(0, n).map((at) => [`name ${at}`, at]));
    const memory = await opened(library);
    return async () => {
      for (const format of /** @type {const} */ (['anthropic', 'ai-sdk', 'ai-sdk-ui'])) {
        for (const input of [deep, { list }, { names, more: 1 }]) {
          await refused(memory.append(untyped(callOf(format, input)), { format: FORMATS[format] }));
        }
      }
      await refused(memory.append({ role: 'user', content: 'x'.repeat(10 * MEGABYTE + 1) }));
    };
  },
};

/**
 * @param {SessionLibrary} library
 * @param {FormatName} format
 * @param {readonly object[]} messages
 */
async function living(library, format, messages) {
  const { indexedDbStore } = library;
  const memory = await opened(library);
  return async () => {
    await memory.append(untyped(messages), { format: FORMATS[format] });
    await memory.assemble({ format: FORMATS[format] });
    await memory.messages({ format: FORMATS[format] });
    await memory.dispose();
    const again = await opened(library);
    await again.assemble({ format: FORMATS[format] });
    await again.dispose();
    const sessions = sessionCatalog(indexedDbStore());
    await sessions.import(await sessions.export(ID), { id: 'copy' });
  };
}

/** @param {SessionLibrary} library */
async function opened({ core, indexedDbStore }) {
  const budget = core.createBudget({ contextWindow: WINDOW_TOKENS });
  const memory = core.createAgentMemory({ id: ID, budget, store: indexedDbStore() });
  await memory.ready;
  return memory;
}

/** @param {Promise<unknown>} call */
async function refused(call) {
  const outcome = await call.then(
    () => undefined,
    (/** @type {unknown} */ error) => error,
  );
  const isKnown =
    outcome instanceof Error && 'code' in outcome && outcome.code === 'INVALID_MESSAGE';
  if (!isKnown) throw new Error('A message of too much was not refused.', { cause: outcome });
}

/** @param {number} megabytes */
function rows(megabytes) {
  const length = Math.ceil((megabytes * MEGABYTE) / ROW_BYTES);
  return {
    rows: Array.from({ length }, (_, id) => ({
      id: 1_000_000 + id,
      name: `order ${id}`.padEnd(16),
      due: '2026-11-27',
      total: 1000 + (id % 8999),
      open: true,
    })),
  };
}

/**
 * A call with its result.
 *
 * @param {FormatName} format
 * @param {unknown} input
 * @returns {readonly object[]}
 */
function callOf(format, input) {
  switch (format) {
    case 'openai': {
      const text = typeof input === 'string' ? input : JSON.stringify(input);
      const call = { id: 'c', type: 'function', function: { name: 'write', arguments: text } };
      return [
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c', content: 'done' },
      ];
    }
    case 'anthropic':
      return [
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'write', input }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'done' }] },
      ];
    case 'ai-sdk': {
      const named = { toolCallId: 'c', toolName: 'write' };
      const output = { type: 'text', value: 'done' };
      return [
        { role: 'assistant', content: [{ type: 'tool-call', ...named, input }] },
        { role: 'tool', content: [{ type: 'tool-result', ...named, output }] },
      ];
    }
    case 'ai-sdk-ui': {
      const state = 'output-available';
      const part = { type: 'tool-write', toolCallId: 'c', state, input, output: 'done' };
      return [{ id: 'm', role: 'assistant', parts: [part] }];
    }
  }
}

/**
 * @param {unknown} value
 * @returns {never}
 */
function untyped(value) {
  return /** @type {never} */ (value);
}
