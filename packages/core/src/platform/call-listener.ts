import { checkOption } from '../errors/check-option.ts';

/**
 * Calls somebody else's function whose fault is to stop nothing here. Its owner hears of a fault as of
 * an unhandled rejection: browsers report one; Node ends the process unless it listens for them.
 */
export function callListener(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    void Promise.reject(error);
  }
}

/** @throws InvalidOptionError if it is no function. */
export function checkListener(listener: unknown): void {
  checkOption(typeof listener === 'function', 'listener', 'must be a function.');
}
