/** What nobody listens for shows where a page's unhandled rejections do. */
export function reportFault(error: unknown): void {
  void Promise.reject(error);
}
