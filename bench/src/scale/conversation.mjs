// @ts-check

/** @typedef {import('../replay/chat-message.mjs').ChatMessage} ChatMessage */

export const SYSTEM_TEXT =
  'You help people to travel by train. Look connections up before you answer, and say prices in euros.';

const TOWNS = ['Basel', 'Bergen', 'Ghent', 'Graz', 'Lyon', 'Porto', 'Turin', 'Uppsala', 'Vilnius'];

/**
 * The messages of one round: the user asks, the agent looks two things up and answers.
 *
 * @type {readonly ((round: number) => ChatMessage)[]}
 */
const ROUND = [
  (round) => ({
    role: 'user',
    content: `I am in ${townOf(round)} and want to be in ${townOf(round + 4)} on day ${round}, before noon if there is a way. What does it cost with a bicycle?`,
  }),
  (round) => callOf(round, 'connections', { from: townOf(round), to: townOf(round + 4) }),
  (round) =>
    resultOf(
      round,
      'connections',
      [0, 1, 2]
        .map((offset) => `train ${1000 + round * 3 + offset} leaves ${timeOf(round + offset * 97)}`)
        .join('\n'),
    ),
  (round) => callOf(round, 'fare', { train: 1000 + round * 3, bicycle: true }),
  (round) => resultOf(round, 'fare', `{"euros":${40 + (round % 60)},"booking":"BK-${round}"}`),
  (round) => ({
    role: 'assistant',
    content: `Train ${1000 + round * 3} leaves at ${timeOf(round)} and takes a bicycle; together that is ${40 + (round % 60)} euros. The offer is kept as BK-${round} until tonight.`,
  }),
];

/**
 * A conversation of any length: the same index gives the same message. No two rounds are alike, so
 * nothing is gained by remembering texts.
 *
 * @param {number} index from 0; message 0 is the system message
 * @returns {ChatMessage}
 */
export function messageAt(index) {
  if (index === 0) return { role: 'system', content: SYSTEM_TEXT };
  const make = ROUND[(index - 1) % ROUND.length];
  if (make === undefined) throw new RangeError(`There is no message ${index}.`);
  return make(Math.floor((index - 1) / ROUND.length));
}

/**
 * @param {number} round
 * @param {string} name
 * @param {object} input
 * @returns {ChatMessage}
 */
function callOf(round, name, input) {
  const called = { name, arguments: JSON.stringify(input) };
  return {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: `${name}-${round}`, type: 'function', function: called }],
  };
}

/**
 * @param {number} round
 * @param {string} name
 * @param {string} content
 * @returns {ChatMessage}
 */
function resultOf(round, name, content) {
  return { role: 'tool', tool_call_id: `${name}-${round}`, content };
}

/** @param {number} index */
function townOf(index) {
  return TOWNS[index % TOWNS.length] ?? '';
}

/** @param {number} minutes since midnight, in steps of its own */
function timeOf(minutes) {
  const ofDay = (minutes * 7) % 1440;
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`;
}
