// @ts-check
import { chromium } from 'playwright';
import { ensureBrowser } from '../../../scripts/browser.mjs';
import { chromiumArguments } from '../../../scripts/chromium-arguments.mjs';
import { servePage } from './serve-page.mjs';

/** @typedef {import('./streaming-figures.mjs').PairedTurns} PairedTurns */
/** @typedef {import('./streaming-figures.mjs').TurnTimes} TurnTimes */
/** @typedef {import('./system.mjs').StreamingSystem} StreamingSystem */
/** @typedef {import('./page/streaming-page.tsx').StreamingPage} StreamingPage */

/**
 * How much is measured.
 *
 * @typedef {object} StreamingExtent
 * @property {number} messages that the chat begins with
 * @property {number} tokens of the answer that is measured
 * @property {number} runs of each app
 */

/** Tokens after which the apps take turns. */
const BLOCK_TOKENS = 20;

/**
 * Streams answers in a real browser. Each run has a page of its own for the app with memory and for
 * the one without, and the two take turns every few tokens, so that whatever else the machine does
 * meets both alike.
 *
 * @param {readonly import('./system.mjs').Pair[]} pairs
 * @param {StreamingExtent} extent
 * @returns {Promise<readonly (readonly PairedTurns[])[]>} the runs of each pair
 */
export async function streamTurns(pairs, extent) {
  const executablePath = await ensureBrowser();
  const page = await servePage(new URL('./page/streaming-page.tsx', import.meta.url));
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  try {
    const tabs = [await browser.newPage(), await browser.newPage()];
    const measured = [];
    for (const { plain, withMemory } of pairs) {
      const runs = [];
      for (let run = 0; run < extent.runs; run += 1) {
        // The first one changes from run to run, so that neither always finds the machine warm.
        const systems = run % 2 === 0 ? [plain, withMemory] : [withMemory, plain];
        const chats = [];
        for (const [index, tab] of tabs.entries()) {
          const system = systems[index];
          if (system) chats.push(await openedChat(tab, page, system, extent));
        }
        const [first, second] = await streamInTurns(chats, extent);
        if (!first || !second) throw new Error('A run is one of two apps.');
        const [ofPlain, ofMemory] = run % 2 === 0 ? [first, second] : [second, first];
        runs.push({ plain: ofPlain, withMemory: ofMemory });
      }
      measured.push(runs);
    }
    return measured;
  } finally {
    await browser.close();
    page.close();
  }
}

/**
 * @typedef {object} OpenedChat
 * @property {<Result>(step: (page: StreamingPage) => Promise<Result> | Result) => Promise<Result>} call in the page
 * @property {(tokens: number, pace?: import('./page/answer-tokens.ts').Pace) => Promise<void>} stream
 *   by frames unless told otherwise
 * @property {() => Promise<{ readonly scriptS: number, readonly taskS: number }>} spent so far
 * @property {() => Promise<void>} close
 */

/**
 * A chat whose code is compiled: one turn, which is not measured, lies behind it.
 *
 * @param {import('playwright').Page} tab
 * @param {{ readonly address: string, readonly script: string }} page
 * @param {StreamingSystem} system
 * @param {StreamingExtent} extent
 * @returns {Promise<OpenedChat>}
 */
async function openedChat(tab, { address, script }, { kind, hasMemory }, extent) {
  const { messages, tokens } = extent;
  await tab.bringToFront();
  await tab.goto(address);
  const metrics = await metricsOf(tab);
  const options = JSON.stringify({ kind, hasMemory, messages });
  /** @type {import('playwright').JSHandle<StreamingPage>} */
  const page = await tab.evaluateHandle(
    `import('${script}').then(({ showChat }) => showChat(${options}))`,
  );
  /** @type {OpenedChat} */
  const chat = {
    // A tab in the background draws nothing, and an answer comes by the frame.
    call: async (step) => {
      await tab.bringToFront();
      return /** @type {Promise<never>} */ (page.evaluate(step));
    },
    stream: async (count, pace = 'frame') => {
      await tab.bringToFront();
      await page.evaluate((chat, { count, pace }) => chat.stream(count, pace), { count, pace });
    },
    spent: metrics.read,
    close: metrics.close,
  };
  await chat.call((page) => page.ask());
  await chat.stream(tokens, 'task');
  await chat.call((page) => page.finish());
  return chat;
}

/**
 * One turn of each chat.
 *
 * @param {readonly OpenedChat[]} chats
 * @param {StreamingExtent} extent
 * @returns {Promise<TurnTimes[]>}
 */
async function streamInTurns(chats, { tokens }) {
  const turns = chats.map((chat) => ({ chat, streamScriptS: 0, streamTaskS: 0, turnScriptS: 0 }));
  for (const turn of turns) {
    turn.turnScriptS += (await during(turn.chat, (page) => page.ask())).scriptS;
    await turn.chat.call((page) => page.takeRenderCounts());
  }
  for (let streamed = 0; streamed < tokens; streamed += BLOCK_TOKENS) {
    for (const turn of turns) {
      const before = await turn.chat.spent();
      await turn.chat.stream(Math.min(BLOCK_TOKENS, tokens - streamed));
      const after = await turn.chat.spent();
      turn.streamScriptS += after.scriptS - before.scriptS;
      turn.streamTaskS += after.taskS - before.taskS;
    }
  }
  const measured = [];
  for (const { chat, streamScriptS, streamTaskS, turnScriptS } of turns) {
    const renders = await chat.call((page) => page.takeRenderCounts());
    const { scriptS } = await during(chat, (page) => page.finish());
    measured.push({
      streamScriptS,
      streamTaskS,
      turnScriptS: turnScriptS + streamScriptS + scriptS,
      renders,
    });
    await chat.close();
  }
  return measured;
}

/**
 * Measures one step of a turn.
 *
 * @param {OpenedChat} chat
 * @param {(page: StreamingPage) => Promise<void>} step
 */
async function during(chat, step) {
  const before = await chat.spent();
  await chat.call(step);
  const after = await chat.spent();
  return { scriptS: after.scriptS - before.scriptS };
}

/**
 * The browser's own account of the page, in processor time of its main thread: what else the machine
 * does is not in it.
 *
 * @param {import('playwright').Page} tab
 */
async function metricsOf(tab) {
  const session = await tab.context().newCDPSession(tab);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    read: async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      const secondsOf = (/** @type {string} */ wanted) => {
        const metric = metrics.find(({ name }) => name === wanted);
        if (metric === undefined) throw new Error(`The browser reports no ${wanted}.`);
        return metric.value;
      };
      return { scriptS: secondsOf('ScriptDuration'), taskS: secondsOf('TaskDuration') };
    },
    close: () => session.detach(),
  };
}
