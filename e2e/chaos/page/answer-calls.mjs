// @ts-check

/**
 * Runs in a page: connects to the server that the page came from, and answers its calls with the
 * functions given here. Each receives the call's argument, and a function that reports events beside its answer.
 *
 * @param {Readonly<Record<string, (given: never, tell: (news: unknown) => void) => unknown>>} functions
 */
export function answerCalls(functions) {
  const socket = new WebSocket(`ws://${location.host}/${location.search}`);
  const send = (/** @type {object} */ message) => socket.send(JSON.stringify(message));
  const tell = (/** @type {unknown} */ news) => send({ news });
  socket.onmessage = async ({ data }) => {
    const { call, name, given } = JSON.parse(data);
    try {
      const answer = functions[name];
      if (!answer) throw new Error(`The page has no function "${name}".`);
      send({ call, result: await answer(/** @type {never} */ (given), tell) });
    } catch (error) {
      send({ call, error: told(error) });
    }
  };
}

/** @param {unknown} error */
function told(error) {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { message: `${error.name}: ${error.message}`, ...(code !== undefined && { code }) };
}
