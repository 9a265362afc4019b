/**
 * Has the page stored in the browser by the service worker that `serve.mjs` builds, so that it opens without a
 * network from the next visit on. Where there are no service workers, or they are not allowed, the page works
 * as long as it is open. A newer build takes over when the last tab of this one is closed.
 */
export function storePage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker.register('/service-worker.js').catch((error: unknown) => {
      console.warn('This page is not stored, so it opens with a network only.', error);
    });
  };
  // Behind the page's own load, which the 6 MB of all chunks would slow down.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
