// @ts-check
/** @typedef {import('@agent-memory/models').ChatModel} ChatModel */
/** @typedef {import('@agent-memory/models').ChatReply} ChatReply */

/**
 * How fast a model answered.
 *
 * @typedef {object} Speed
 * @property {number} firstMs from the request to the first word
 * @property {number} perSecond tokens of answers behind the first word
 */

/**
 * A chat model that is timed: it answers as the one it stands for, as one that the user waits for, whose
 * words are told as they come.
 *
 * @param {ChatModel} model
 */
export function timed(model) {
  /** @type {{ readonly firstMs: number, readonly wordsMs: number, readonly tokens: number }[]} */
  const answers = [];
  return {
    /** @type {ChatModel} */
    model: {
      name: model.name,
      get contextWindow() {
        return model.contextWindow;
      },
      timeoutMs: model.timeoutMs,
      get speed() {
        return model.speed;
      },
      chat: async (request) => {
        const begunMs = performance.now();
        let firstMs = Number.NaN;
        const reply = await model.chat({
          ...request,
          urgency: 'user',
          onDelta: (delta) => {
            if (Number.isNaN(firstMs)) firstMs = performance.now() - begunMs;
            request.onDelta?.(delta);
          },
        });
        const wordsMs = performance.now() - begunMs - firstMs;
        answers.push({ firstMs, wordsMs, tokens: (reply.usage?.outputTokens ?? 0) - 1 });
        return reply;
      },
    },
    /** @returns {Speed} of all answers so far; the first word of the first one */
    speed: () => {
      const sum = (/** @type {(answer: typeof answers[number]) => number} */ of) =>
        answers.reduce((total, answer) => total + of(answer), 0);
      const wordsMs = sum((answer) => answer.wordsMs);
      return {
        firstMs: answers[0]?.firstMs ?? Number.NaN,
        perSecond: (1_000 * sum(({ tokens }) => tokens)) / wordsMs,
      };
    },
  };
}

/**
 * Asks a loaded model one question.
 *
 * @param {ChatModel} model
 * @param {number} maxTokens
 * @returns {Promise<Speed & { readonly text: string }>}
 */
export async function measureChat(model, maxTokens) {
  const { model: asked, speed } = timed(model);
  const content = 'What is the capital of France, and what is it known for?';
  const messages = [{ role: /** @type {const} */ ('user'), content }];
  const { text } = await asked.chat({ messages, maxTokens, temperature: 0 });
  return { ...speed(), text };
}
