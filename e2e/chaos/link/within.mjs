// @ts-check

/**
 * Waits for something that has to come, and fails where it does not: a benchmark must not hang itself.
 *
 * @template Result
 * @param {Promise<Result>} work
 * @param {number} limitMs far above what it takes
 * @param {string} words for what did not come
 * @returns {Promise<Result>}
 */
export async function within(work, limitMs, words) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let limit;
  /** @type {Promise<never>} */
  const tooLate = new Promise((_, reject) => {
    const error = new Error(`${words} within ${limitMs / 1000} s.`);
    limit = setTimeout(() => reject(error), limitMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(limit);
  }
}
