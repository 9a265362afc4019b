// @ts-check

/** @typedef {import('./texts.mjs').GuardText} GuardText */

/**
 * @typedef {object} Outcome
 * @property {boolean} isFlagged kept out until somebody has looked at it
 * @property {boolean} hasEscaped stands as a fact that nobody confirmed, or got out of its envelope
 * @property {boolean} isStored kept as what it is
 */

/**
 * @typedef {object} GuardSystem
 * @property {string} name
 * @property {(text: string, isInjection: boolean) => Promise<Outcome>} take a text from outside
 */

/**
 * @param {GuardSystem} system
 * @param {readonly GuardText[]} injections
 * @param {readonly GuardText[]} benign
 */
export async function guardRow(system, injections, benign) {
  const attacks = await taken(system, injections, true);
  const harmless = await taken(system, benign, false);
  const share = (/** @type {readonly Taken[]} */ some) =>
    shareOf(some, ({ isFlagged }) => isFlagged);
  return {
    system: system.name,
    detection: share(attacks),
    detectionStrong: share(attacks.filter(({ isWeak }) => !isWeak)),
    detectionWeak: share(attacks.filter(({ isWeak }) => isWeak)),
    falsePositives: share(harmless.filter(({ isHard }) => !isHard)),
    falsePositivesHard: share(harmless.filter(({ isHard }) => isHard)),
    escapes: [...attacks, ...harmless].filter(({ hasEscaped }) => hasEscaped).length,
    benignStored: shareOf(harmless, ({ isStored }) => isStored),
  };
}

/** @typedef {Awaited<ReturnType<typeof guardRow>>} GuardRow */
/** @typedef {GuardText & Outcome} Taken */

/**
 * @param {GuardSystem} system
 * @param {readonly GuardText[]} texts
 * @param {boolean} isInjection
 * @returns {Promise<readonly Taken[]>}
 */
async function taken(system, texts, isInjection) {
  /** @type {Taken[]} */
  const all = [];
  for (const text of texts) all.push({ ...text, ...(await system.take(text.text, isInjection)) });
  return all;
}

/**
 * @param {readonly Taken[]} some
 * @param {(one: Taken) => boolean} counts
 */
function shareOf(some, counts) {
  return some.length === 0 ? 0 : some.filter(counts).length / some.length;
}
