// @ts-check
import { AgentMemoryError } from '@agent-memory/core';
import { PATIENCE_MS } from './settled.mjs';

/**
 * Calls that may be refused in the library's own words, and in no others. Also receives errors that
 * nobody catches.
 */
export class Trials {
  /** Errors that are none of the library's, and whatever else must not be. @type {string[]} */
  raw = [];
  #underWay = '';

  /**
   * @template Result
   * @param {string} call
   * @param {() => Promise<Result> | Result} begin
   * @returns {Promise<Result | undefined>}
   */
  async attempt(call, begin) {
    this.#underWay = call;
    try {
      return await begin();
    } catch (error) {
      if (!AgentMemoryError.isInstance(error)) this.raw.push(`${call}: ${sayingOf(error)}`);
      return undefined;
    }
  }

  /**
   * Waits for work, for as long as anybody would.
   *
   * @param {() => Promise<void>} begin
   * @returns {Promise<{ readonly isHung: boolean, readonly ms: number }>}
   */
  async during(begin) {
    const started = performance.now();
    const watch = (/** @type {ErrorEvent | PromiseRejectionEvent} */ event) => {
      this.raw.push(`unhandled: ${sayingOf('reason' in event ? event.reason : event.error)}`);
    };
    addEventListener('error', watch);
    addEventListener('unhandledrejection', watch);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let limit;
    /** @type {Promise<true>} */
    const late = new Promise((resolve) => {
      limit = setTimeout(() => resolve(true), PATIENCE_MS);
    });
    const isHung = await Promise.race([begin().then(() => false), late]);
    clearTimeout(limit);
    removeEventListener('error', watch);
    removeEventListener('unhandledrejection', watch);
    if (isHung) this.raw.push(`no answer: ${this.#underWay}`);
    return { isHung, ms: performance.now() - started };
  }
}

/** @param {unknown} error */
export function sayingOf(error) {
  if (!(error instanceof Error)) return String(error);
  const [, first = '', second = ''] = (error.stack ?? '').split('\n');
  return `${error.name}: ${error.message.slice(0, 300)} ${first.trim()} ${second.trim()}`;
}

/**
 * A value for a person to read.
 *
 * @param {unknown} value
 * @param {number} [characters]
 */
export function saying(value, characters = 600) {
  const plain = (/** @type {string} */ _, /** @type {unknown} */ some) => {
    const isOdd = typeof some === 'bigint' || (typeof some === 'number' && !Number.isFinite(some));
    if (isOdd) return String(some);
    return some instanceof Map ? [...some] : some;
  };
  return (JSON.stringify(value, plain) ?? 'undefined').slice(0, characters);
}
