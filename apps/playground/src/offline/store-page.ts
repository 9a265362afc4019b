/** The place of the service worker beside the page; `serve.mjs` builds it. */
const SERVICE_WORKER = '/service-worker.js';

const listeners = new Set<() => void>();
let waiting: ServiceWorker | undefined;

/**
 * Has the page stored in the browser, so that it opens without a network from the next visit on. Where
 * there are no service workers, or they are not allowed, the page works as long as it is open.
 */
export function storePage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // The first worker takes over a page that has none; a later one takes over by `updatePage` alone, in
  // every tab: the chunks of the build before are gone then.
  let isFirst = !serviceWorker.controller;
  serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) location.reload();
    isFirst = false;
  });
  // Behind the page's own load, which the 6 MB of all chunks would slow down. Engines of models come with their first use.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}

function register(): void {
  navigator.serviceWorker.register(SERVICE_WORKER).then(watch, (error: unknown) => {
    console.warn('This page is not stored, so it opens with a network only.', error);
  });
}

/** Calls back when a newer build of the page is stored; gives the function that ends it. */
export function onUpdateStored(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a newer build of the page is stored and waits. */
export function isUpdateStored(): boolean {
  return waiting !== undefined;
}

/** Goes over to the newer build, in every tab. */
export function updatePage(): void {
  waiting?.postMessage('take over');
}

/** @param registration nothing where something else than the browser blocks service workers. */
function watch(registration: ServiceWorkerRegistration | undefined): void {
  if (!registration) return;
  noteWaiting(registration);
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () => noteWaiting(registration));
  });
}

function noteWaiting(registration: ServiceWorkerRegistration): void {
  // Without a controller it is the first build, and waits for nobody.
  if (!registration.waiting || !navigator.serviceWorker.controller) return;
  waiting = registration.waiting;
  for (const listener of listeners) listener();
}
