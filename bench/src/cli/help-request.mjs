// @ts-check

/** The caller asked which flags a benchmark takes. No error: the command prints them and ends with exit code 0. */
export class HelpRequest extends Error {
  /** @param {readonly string[]} flags names without dashes */
  constructor(flags) {
    super('Help was asked for.');
    this.name = 'HelpRequest';
    this.flags = flags;
  }
}
