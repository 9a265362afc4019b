import { reportFault } from './report-fault.ts';

/**
 * Tells a listener of a fault. One that throws keeps nothing from going on: the fault that it did not
 * take, and its own, show where those do that nobody listens for.
 */
export function tellFault(error: unknown, onError: (error: unknown) => void): void {
  try {
    onError(error);
  } catch (thrown) {
    reportFault(error);
    reportFault(thrown);
  }
}
