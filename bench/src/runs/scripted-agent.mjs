// @ts-check

/** @typedef {import('@agent-memory/core').AgentMemory} AgentMemory */
/** @typedef {import('@agent-memory/core').Entry} Entry */
/** @typedef {import('@agent-memory/core').OpenAiMessage} OpenAiMessage */
/** @typedef {import('@agent-memory/agent').MemoryCheckpoints} MemoryCheckpoints */

/**
 * The work that an agent is given, and its hands.
 *
 * @typedef {object} AgentWork
 * @property {number} requests of the user
 * @property {number} rounds of calls that the model makes for each
 * @property {(callId: string) => Promise<string>} runTool
 * @property {(entries: readonly Entry[]) => void} onStored told of what was acknowledged
 */

/**
 * Goes on with the work from wherever the conversation stands, by what `resume` says alone.
 *
 * @param {AgentMemory} memory
 * @param {MemoryCheckpoints} handle
 * @param {AgentWork} work
 */
export async function goOn(memory, handle, { requests, rounds, runTool, onStored }) {
  for (;;) {
    const { next, pending, inDoubt } = await handle.resume();
    const entries = memory.entries();
    const user = entries.filter(({ message }) => message.role === 'user').length;
    if (next === 'run_calls') {
      for (const call of [...pending, ...inDoubt]) {
        const { entry } = await handle.execute(call, () => runTool(call.callId));
        if (entry) onStored([entry]);
      }
    } else if (next === 'ask_model') {
      await memory.assemble();
      const start = entries.findLastIndex(({ message }) => message.role === 'user');
      const round = entries.slice(start).filter(hasCalls).length;
      onStored(await memory.append(round < rounds ? callsAt(user, round) : replyAt(user)));
      await memory.patchScratchpad({ currentStep: `Request ${user}, round ${round}` });
    } else if (user === requests) {
      return;
    } else {
      onStored(await memory.append(requestAt(user + 1)));
    }
  }
}

/** @param {Entry} entry */
function hasCalls({ message }) {
  return message.parts.some(({ type }) => type === 'tool-call');
}

/**
 * @param {number} user
 * @returns {OpenAiMessage}
 */
function requestAt(user) {
  return { role: 'user', content: `Find order ORD-${4_000 + user} and tell me where it is.` };
}

/**
 * @param {number} user
 * @returns {OpenAiMessage}
 */
function replyAt(user) {
  return { role: 'assistant', content: `Order ORD-${4_000 + user} is in hall H${user % 40}.` };
}

/**
 * One call, and two in every third round.
 *
 * @param {number} user
 * @param {number} round
 * @returns {OpenAiMessage}
 */
function callsAt(user, round) {
  const count = round % 3 === 2 ? 2 : 1;
  const tool_calls = Array.from({ length: count }, (_, index) => ({
    id: `call-${user}-${round}-${index}`,
    type: /** @type {const} */ ('function'),
    function: { name: 'find_order', arguments: `{"number":"ORD-${4_000 + user}","page":${round}}` },
  }));
  return { role: 'assistant', content: null, tool_calls };
}
