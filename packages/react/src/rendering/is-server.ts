/** Whether this code renders for many people, who must not find the memories of one another. */
export function isServer(): boolean {
  return typeof document === 'undefined';
}
