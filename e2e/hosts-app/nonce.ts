/** The nonce that the server gave this page; an element's own is hidden from selectors, not from scripts. */
export function pageNonce(): string {
  const nonce = document.querySelector('script')?.nonce;
  if (!nonce) throw new Error('The page was served without a nonce.');
  return nonce;
}

/** The element of the page to render into. */
export function pageRoot(): HTMLElement {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element #root.');
  return root;
}
