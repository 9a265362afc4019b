// @ts-check
import { messageAt, SYSTEM_TEXT } from '../scale/conversation.mjs';
import { BEGIN_MARK, END_MARK } from '../scale/longest-task.mjs';

/** @typedef {import('@agent-memory/core').AgentMemory} AgentMemory */
/** @typedef {import('@agent-memory/devtools/panel').DevtoolsSource} DevtoolsSource */
/** @typedef {import('@agent-memory/devtools/panel').PanelSelection} PanelSelection */
/** @typedef {import('@agent-memory/devtools/panel').MountedPanel} MountedPanel */
/** @typedef {import('./measure-panel.mjs').PanelStep} PanelStep */

/**
 * @typedef {object} PanelDoors
 * @property {Pick<typeof import('@agent-memory/core'), 'createAgentMemory' | 'fixedBudget'>} core
 * @property {Pick<typeof import('@agent-memory/devtools/panel'), 'memorySource' | 'mountPanel' | 'createPanelSelection'>} devtools
 * @property {typeof import('@agent-memory/long-term').createLongTermMemory} createLongTermMemory
 * @property {typeof import('@agent-memory/indexeddb/long-term').indexedDbRecordStore} indexedDbRecordStore
 */

/**
 * A session with its source, and the place in which its panel is drawn.
 *
 * @typedef {object} Scene
 * @property {AgentMemory} memory
 * @property {DevtoolsSource} source
 * @property {PanelSelection} selection
 * @property {HTMLElement} host
 * @property {MountedPanel} [panel]
 * @property {number} turns
 * @property {number} events
 */

/** The user asks, the agent looks two things up and answers, and looks two more up. */
const MESSAGES_PER_TURN = 10;
const BUDGET_TOKENS = 8_000;
const LONGEST_WAIT_MS = 60_000;

/** @type {Map<string, Scene>} */
const scenes = new Map();

/**
 * Runs one step in the page. Scenes stay between steps, each under its name.
 *
 * @param {PanelDoors} doors
 * @param {PanelStep} step
 * @returns {Promise<unknown>}
 */
export async function measurePanel(doors, step) {
  switch (step.kind) {
    case 'prepare':
      return prepare(doors, step);
    case 'grow':
      return grow(sceneOf(step.scene), step.events);
    case 'open':
      return open(doors, sceneOf(step.scene));
    case 'close':
      return close(sceneOf(step.scene));
    case 'go':
      return go(sceneOf(step.scene), step.call);
    case 'scroll':
      return marked(() => scroll(sceneOf(step.scene), step.frames));
    case 'play':
      return marked(() => frames(step.frames));
    case 'mark':
      return mark(step.end);
    case 'follow':
      return follow(sceneOf(step.scene));
    case 'turn':
      return turnMs(sceneOf(step.scene));
    case 'kept':
      return kept(sceneOf(step.scene));
    default:
      throw new TypeError(`The page knows no step "${JSON.stringify(step)}".`);
  }
}

/**
 * @param {PanelDoors} doors
 * @param {PanelStep & { readonly kind: 'prepare' }} step
 */
async function prepare(doors, { scene: id, turns, records }) {
  const { core, devtools } = doors;
  const budget = core.fixedBudget(BUDGET_TOKENS);
  const memory = core.createAgentMemory({ id, budget, system: SYSTEM_TEXT });
  await memory.ready;
  const longTerm = records > 0 ? await filledLongTerm(doors, records) : undefined;
  const near = devtools.memorySource(memory, { ...(longTerm && { longTerm }) });
  /** @type {Scene} */
  const scene = {
    memory,
    // Its name tells in the panel whose rows are drawn.
    source: { ...near, at: async (/** @type {number} */ call) => named(await near.at(call), call) },
    selection: devtools.createPanelSelection(),
    host: placeOf(),
    turns: 0,
    events: 0,
  };
  memory.onEvent(() => {
    scene.events += 1;
  });
  scenes.set(id, scene);
  while (scene.turns < turns) await takeTurn(scene);
  return kept(scene);
}

/**
 * @param {DevtoolsSource | undefined} past
 * @param {number} call
 */
function named(past, call) {
  return past && { ...past, name: nameOf(call) };
}

/** @param {number} call */
function nameOf(call) {
  return `call ${call}`;
}

/**
 * @param {PanelDoors} doors
 * @param {number} records
 */
async function filledLongTerm({ createLongTermMemory, indexedDbRecordStore }, records) {
  const store = indexedDbRecordStore({ databaseName: 'panel' });
  const longTerm = createLongTermMemory({ store, user: 'ada' });
  for (let number = 1; number <= records; number += 1) {
    await longTerm.store({
      type: 'user',
      kind: 'fact',
      source: 'user_stated',
      text: `Parcel ${number} stands on shelf ${number % 40}.`,
    });
  }
  return longTerm;
}

function placeOf() {
  const host = document.createElement('div');
  host.style.cssText = 'height: 90vh';
  return host;
}

/** @param {Scene} scene */
async function takeTurn(scene) {
  const from = 1 + scene.turns * MESSAGES_PER_TURN;
  for (let index = from; index < from + MESSAGES_PER_TURN; index += 1) {
    await scene.memory.append(message(index));
  }
  const { plan } = await scene.memory.assemble();
  await scene.memory.reportUsage({ inputTokens: plan.totalTokens });
  scene.turns += 1;
}

/**
 * The tool calls of these messages are whole, which the type of a chat message does not say.
 *
 * @param {number} index
 */
function message(index) {
  return /** @type {import('@agent-memory/core').OpenAiMessage} */ (
    /** @type {unknown} */ (messageAt(index))
  );
}

/** @param {string} id */
function sceneOf(id) {
  const scene = scenes.get(id);
  if (!scene) throw new Error(`No session "${id}" was prepared.`);
  return scene;
}

/**
 * @param {Scene} scene
 * @param {number} events in all
 */
async function grow(scene, events) {
  while (scene.events < events) {
    await takeTurn(scene);
    // The panel gets its turn, as it does between two answers of a model.
    await nextTask();
  }
  await frames(2);
}

/**
 * Milliseconds from the wish for a panel to the frame with its first rows.
 *
 * @param {PanelDoors} doors
 * @param {Scene} scene
 */
async function open({ devtools }, scene) {
  const beganMs = performance.now();
  // Not earlier: a panel below others would be out of sight and draw nothing.
  document.body.append(scene.host);
  scene.panel = devtools.mountPanel(scene.host);
  scene.panel.draw({ source: scene.source, theme: 'light', selection: scene.selection });
  await until(() => rowsOf(scene).length > 0);
  return performance.now() - beganMs;
}

/** @param {Scene} scene */
async function close(scene) {
  scene.panel?.unmount();
  scene.host.remove();
  scene.host = placeOf();
  await frames(2);
}

/**
 * Milliseconds from the selection of a call to the frame with the rows of that past.
 *
 * @param {Scene} scene
 * @param {number | undefined} call
 */
async function go(scene, call) {
  const beganMs = performance.now();
  scene.selection.select({ call });
  const name = call === undefined ? scene.source.name : nameOf(call);
  await until(() => nameShown(scene) === name && rowsOf(scene).length > 0);
  return performance.now() - beganMs;
}

/** @param {Scene} scene */
function rowsOf({ host }) {
  return host.shadowRoot?.querySelectorAll('.grid [role="row"] [role="gridcell"]') ?? [];
}

/** @param {Scene} scene */
function nameShown({ host }) {
  return host.shadowRoot?.querySelector('.session-name')?.textContent;
}

/**
 * From the top of the list to its end and back, a step with every frame.
 *
 * @param {Scene} scene
 * @param {number} count
 */
async function scroll({ host }, count) {
  const scrolled = [...(host.shadowRoot?.querySelectorAll('.grid, .grid *') ?? [])]
    .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 20)
    .toSorted((a, b) => b.scrollHeight - a.scrollHeight)[0];
  if (!scrolled) throw new Error('The panel has no list that scrolls.');
  const most = scrolled.scrollHeight - scrolled.clientHeight;
  for (let frame = 0; frame < count; frame += 1) {
    scrolled.scrollTop = most * (1 - Math.abs(1 - (2 * frame) / count));
    await frames(1);
  }
}

/** @param {() => Promise<void>} work */
async function marked(work) {
  await mark(false);
  await work();
  await mark(true);
}

/**
 * Reads the source at every change, at once: more than a panel does, which reads once a frame.
 *
 * @param {Scene} scene
 */
function follow({ source }) {
  source.subscribe(() => {
    source.getState();
    source.calls(0);
  });
}

/** @param {boolean} isEnd */
async function mark(isEnd) {
  await nextTask();
  performance.mark(isEnd ? END_MARK : BEGIN_MARK);
}

/**
 * Milliseconds of one planned turn: a question is taken in and its context assembled.
 *
 * @param {Scene} scene
 */
async function turnMs(scene) {
  const { memory } = scene;
  const beganMs = performance.now();
  await memory.append({ role: 'user', content: `And on day ${scene.events}?` });
  await memory.assemble();
  const ms = performance.now() - beganMs;
  await memory.append({ role: 'assistant', content: 'The same train leaves at noon.' });
  // Whatever the panel draws of it is over before the next turn.
  await frames(2);
  return ms;
}

/** @param {Scene} scene */
function kept({ source, events, host, turns }) {
  const { history, calls } = source.getState();
  const known = source.calls(0);
  return {
    turns,
    events,
    plans: history.length,
    calls: 'length' in known ? known.length : calls.last - calls.first + 1,
    nodes: host.shadowRoot ? nodesIn(host.shadowRoot) : 0,
    elements: host.shadowRoot?.querySelectorAll('*').length ?? 0,
  };
}

/** @param {ShadowRoot} root */
function nodesIn(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ALL);
  let nodes = 0;
  while (walker.nextNode()) nodes += 1;
  return nodes;
}

/** @param {() => boolean} isThere */
async function until(isThere) {
  const endMs = performance.now() + LONGEST_WAIT_MS;
  while (!isThere()) {
    if (performance.now() > endMs) throw new Error('The panel did not show the rows in a minute.');
    await frames(1);
  }
  // The frame that shows it has been handed over once its successor begins.
  await frames(1);
}

/** @param {number} count */
async function frames(count) {
  for (let frame = 0; frame < count; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

function nextTask() {
  return new Promise((resolve) => setTimeout(resolve));
}
