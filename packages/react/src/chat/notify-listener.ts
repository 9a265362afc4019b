import { reportUnhandled } from './report-unhandled.ts';

/**
 * Calls a listener with an error. Where the listener throws, nothing is held up: both errors are reported
 * as unhandled.
 */
export function notifyListener(error: unknown, onError: (error: unknown) => void): void {
  try {
    onError(error);
  } catch (thrown) {
    reportUnhandled(error);
    reportUnhandled(thrown);
  }
}
