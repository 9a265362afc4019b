// @ts-check

/** The world outside of the page: tools that count how often each call took effect, and what was acknowledged. */
export class ToolServer {
  /** Called with every request, before it is answered. */
  /** @type {() => void} */
  onRequest = () => undefined;
  /** @type {Map<string, number>} */
  #calls = new Map();
  /** @type {Map<string, Set<string>>} */
  #stored = new Map();

  /**
   * Answers `/tool/SESSION/CALL` and `/stored/SESSION/ENTRY`; false for anything else.
   *
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  serve(request, response) {
    const [, kind, sessionId = '', id = ''] = (request.url ?? '').split('/');
    if (kind === 'tool') {
      const call = `${sessionId}/${id}`;
      this.#calls.set(call, (this.#calls.get(call) ?? 0) + 1);
    } else if (kind === 'stored') {
      this.#stored.set(sessionId, (this.#stored.get(sessionId) ?? new Set()).add(id));
    } else {
      return false;
    }
    this.onRequest();
    response.writeHead(200, { 'content-type': 'text/plain' }).end(`Result of ${id}`);
    return true;
  }

  /**
   * How many messages of a session were acknowledged and are not among these.
   *
   * @param {string} sessionId
   * @param {readonly string[]} ids
   */
  missingOf(sessionId, ids) {
    const kept = new Set(ids);
    return [...(this.#stored.get(sessionId) ?? [])].filter((id) => !kept.has(id)).length;
  }

  counts() {
    const calls = [...this.#calls.values()];
    return {
      calls: calls.length,
      repeated: calls.reduce((sum, count) => sum + count - 1, 0),
      stored: [...this.#stored.values()].reduce((sum, ids) => sum + ids.size, 0),
    };
  }
}
