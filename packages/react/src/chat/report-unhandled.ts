/** Reports an error that no listener takes, as an unhandled rejection. */
export function reportUnhandled(error: unknown): void {
  void Promise.reject(error);
}
