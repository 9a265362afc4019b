// @ts-check
import { extractiveSummarizer } from '@agent-memory/core';
import { modelSummarizer } from '@agent-memory/models';
import { cleanValuesOf } from '../../replay/clean-values.mjs';
import { standsIn } from '../../replay/text-places.mjs';
import { timed } from './chat.mjs';
import { memoryOf, play } from './conversation.mjs';
import { loaded, smolLm } from './models.mjs';

/** @typedef {import('@agent-memory/core').Summarizer} Summarizer */
/** @typedef {import('@agent-memory/core').SummaryRequest} SummaryRequest */
/** @typedef {import('./conversation.mjs').RecordedSession} RecordedSession */

/**
 * The worth of one way to sum up: of the exact values in what left, the share that its texts say.
 *
 * @typedef {object} Worth
 * @property {string} system
 * @property {number} valuesKept
 */

/**
 * @typedef {object} SummaryFigures
 * @property {number} rounds compactions
 * @property {number} committed compactions with a summary of the model's
 * @property {boolean} goesOn the last context ends with the session's last message
 * @property {readonly Worth[]} worth of the model's summaries, and of others in their place
 * @property {readonly string[]} texts the model's summaries
 * @property {readonly string[]} refusals
 */

/**
 * Plays a session through a memory whose summaries the model writes.
 *
 * @param {RecordedSession} session
 * @returns {Promise<SummaryFigures & import('./models-page.mjs').Timed>}
 */
export async function measureSummary(session) {
  const model = smolLm();
  const facts = await loaded(model);
  const { model: asked, speed } = timed(model);
  const kept = keeping(modelSummarizer(asked));
  const memory = memoryOf(session, {
    summarizer: kept.summarizer,
    compaction: { summaryTimeoutMs: Number.POSITIVE_INFINITY },
  });
  await play(memory, session);
  const { compactions } = memory.getState();
  const committed = compactions.filter(({ summariser }) => summariser === model.name).length;
  const { messages } = await memory.assemble();
  memory.dispose();
  model.dispose();
  return {
    ...facts,
    ...speed(),
    rounds: compactions.length,
    committed,
    goesOn: messages.at(-1)?.content === session.messages.at(-1)?.content,
    worth: await worthOf(kept.written),
    texts: kept.written.map(({ text }) => text),
    refusals: kept.refusals,
  };
}

/**
 * The same summariser, and all that it wrote.
 *
 * @param {Summarizer} summarizer
 */
function keeping(summarizer) {
  /** @type {{ readonly request: SummaryRequest, readonly text: string }[]} */
  const written = [];
  /** @type {string[]} */
  const refusals = [];
  return {
    written,
    refusals,
    /** @type {Summarizer} */
    summarizer: {
      name: summarizer.name,
      summarize: async (request, options) => {
        try {
          const summary = await summarizer.summarize(request, options);
          written.push({ request, text: summary.text });
          return summary;
        } catch (error) {
          refusals.push(String(error));
          throw error;
        }
      },
    },
  };
}

/**
 * The values that each way would have kept of the same matter, in the same room.
 *
 * @param {readonly { readonly request: SummaryRequest, readonly text: string }[]} written
 * @returns {Promise<readonly Worth[]>}
 */
async function worthOf(written) {
  /** @type {Record<'agent-memory' | 'extractive' | 'first tokens' | 'last tokens', string[]>} */
  const said = { 'agent-memory': [], extractive: [], 'first tokens': [], 'last tokens': [] };
  for (const { request, text } of written) {
    const extractive = await extractiveSummarizer.summarize(request, {});
    const source = matterOf(request);
    said['agent-memory'].push(text);
    said.extractive.push(extractive.text);
    said['first tokens'].push(withinRoom(request, (characters) => source.slice(0, characters)));
    said['last tokens'].push(withinRoom(request, (characters) => source.slice(-characters)));
  }
  const values = written.map(({ request }) => valuesIn(matterOf(request)));
  const all = values.reduce((sum, { length }) => sum + length, 0);
  return Object.entries(said).map(([system, own]) => {
    const kept = values.map(
      (wanted, place) => wanted.filter((value) => standsIn(own[place] ?? '', value)).length,
    );
    // Where the model wrote nothing there is nothing to compare either.
    return {
      system,
      valuesKept: all === 0 ? 0 : kept.reduce((sum, count) => sum + count, 0) / all,
    };
  });
}

/**
 * The values of a text by the definition of the replay benchmark, which is not ours.
 *
 * @param {string} text
 */
function valuesIn(text) {
  return [...cleanValuesOf(JSON.stringify({ text }))];
}

/** @param {SummaryRequest} request */
function matterOf({ previous, sources }) {
  return [previous?.text ?? '', ...sources.map(({ text }) => text)].join('\n');
}

/**
 * The longest piece of the matter that has room.
 *
 * @param {SummaryRequest} request
 * @param {(characters: number) => string} pieceOf
 */
function withinRoom({ count, maxTokens }, pieceOf) {
  let characters = maxTokens * 8;
  while (characters > 1 && count(pieceOf(characters)) > maxTokens) characters -= 1;
  return pieceOf(characters);
}
