// @ts-check

/**
 * The caller typed a command that cannot be carried out. Its message is one sentence for a person; the
 * command ends with exit code 2.
 */
export class UsageError extends Error {
  /**
   * @param {string} sentence what is wrong and what to do about it
   * @param {ErrorOptions} [options]
   */
  constructor(sentence, options) {
    super(sentence, options);
    this.name = 'UsageError';
  }
}
