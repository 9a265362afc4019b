/**
 * Calls somebody else's function, whose fault stops nothing here: its owner hears of it as of an
 * unhandled rejection.
 */
export function callListener(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    void Promise.reject(error);
  }
}
