/**
 * With these headers a page is isolated from other origins, and WebAssembly may use several threads.
 * `credentialless` and not `require-corp`: the mode for endpoints finds out by requests without CORS
 * whether a server is there at all, and those go through with it. Where a browser does not know it
 * (Safari), the page is not isolated, and says that a model runs on one thread.
 */
export const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'credentialless',
};
