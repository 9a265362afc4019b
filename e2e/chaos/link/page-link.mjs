// @ts-check
import { patience } from '../../../scripts/patience.mjs';
import { FrameReader, textFrame } from './web-socket-frames.mjs';
import { within } from './within.mjs';

/** The page was gone before it had answered: it was killed, closed or frozen out of the connection. */
export class PageGoneError extends Error {
  /** @override */
  name = 'PageGoneError';
}

/** A function of the page threw. */
class PageError extends Error {
  /** @override */
  name = 'PageError';
  /** The code of the error in the page, where it had one. @type {string | undefined} */
  code;

  /** @param {{ readonly message: string, readonly code?: string }} error */
  constructor({ message, code }) {
    super(message);
    this.code = code;
  }
}

/**
 * A page that waits for calls, at the other end of a WebSocket.
 *
 * A message counts as arrived when it has left the browser: what a page reported stays reported, whatever is
 * killed afterwards.
 */
export class PageLink {
  /** Receives everything that the page reports beside its answers. @type {(news: unknown) => void} */
  onNews = () => undefined;
  /** Resolves when the page is gone. @type {Promise<void>} */
  gone;
  #socket;
  #isGone = false;
  #calls = 0;
  /** @type {Map<number, { resolve: (result: unknown) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /** @param {import('node:stream').Duplex} socket */
  constructor(socket) {
    this.#socket = socket;
    const reader = new FrameReader();
    socket.on('data', (/** @type {Buffer} */ bytes) => {
      for (const message of reader.read(bytes)) {
        if (message.kind === 'close') socket.end();
        else this.#take(JSON.parse(message.text));
      }
    });
    // A browser that is killed ends its connections, or resets them.
    for (const event of ['end', 'error']) socket.on(event, () => socket.destroy());
    this.gone = new Promise((resolve) => {
      socket.on('close', () => {
        this.#isGone = true;
        for (const { reject } of this.#waiting.values()) reject(goneError());
        this.#waiting.clear();
        resolve();
      });
    });
  }

  /**
   * Calls a function of the page's module.
   *
   * @template Result
   * @param {string} name
   * @param {unknown} [given] as JSON can say it
   * @returns {Promise<Result>}
   * @throws PageError if it throws; PageGoneError if the page goes before it has answered; a plain one where it
   * never answers.
   */
  call(name, given) {
    if (this.#isGone) return Promise.reject(goneError());
    this.#calls += 1;
    const call = this.#calls;
    /** @type {Promise<Result>} */
    const answer = new Promise((resolve, reject) => {
      this.#waiting.set(call, {
        resolve: (result) => resolve(/** @type {Result} */ (result)),
        reject,
      });
    });
    this.#socket.write(textFrame(JSON.stringify({ call, name, given })));
    return within(answer, patience.testMs, `The page's function "${name}" did not answer`);
  }

  /** @param {{ call?: number, result?: unknown, error?: { message: string }, news?: unknown }} message */
  #take({ call, result, error, news }) {
    if (call === undefined) {
      this.onNews(news);
      return;
    }
    const waiting = this.#waiting.get(call);
    this.#waiting.delete(call);
    if (error) waiting?.reject(new PageError(error));
    else waiting?.resolve(result);
  }
}

function goneError() {
  return new PageGoneError('The page was gone before it had answered.');
}
