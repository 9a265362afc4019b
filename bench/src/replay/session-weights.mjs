// @ts-check

/** No session may make up more of a figure than this share. */
const MOST_OF_ALL = 0.15;

/**
 * The weight of one value of each session, so that no session has more than its share: a session of `n` values
 * weighs the smaller of `n` and a limit, which is the largest one that keeps the share. Where so few sessions
 * need any that it cannot be kept, all of these weigh the same.
 *
 * @param {readonly number[]} counts values of each session
 * @returns {readonly number[]}
 */
export function weightsOf(counts) {
  const largestFirst = counts.filter((count) => count > 0).sort((a, b) => b - a);
  let rest = largestFirst.reduce((sum, count) => sum + count, 0);
  for (const [limited, count] of largestFirst.entries()) {
    // With this many sessions at the limit: limit = share * (limited * limit + rest).
    const free = 1 - MOST_OF_ALL * limited;
    if (free <= 0) break;
    const limit = (MOST_OF_ALL * rest) / free;
    if (count <= limit) return counts.map((own) => (own > limit ? limit / own : 1));
    rest -= count;
  }
  return counts.map((own) => (own > 0 ? 1 / own : 0));
}
