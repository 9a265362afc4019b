import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import {
  clearOldEngines,
  engineOfFile,
  storedEngineFile,
  storeEngine,
  updateEngines,
} from './engine-files.ts';

/** Every file of the build but those of engines, written into this script when the page was built. */
declare const BUILT_FILES: PrecacheEntry[];

declare const self: ServiceWorkerGlobalScope;

// A build is stored whole or not at all, so a page never meets chunks of another one. The next build
// waits until no page of this one is open,
// or until a person asks for it.
cleanupOutdatedCaches();
precacheAndRoute(BUILT_FILES);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('devtools/index.html'), {
    allowlist: [/^\/devtools(\/|$)/],
  }),
);
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html')));
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && engineOfFile(url.pathname) !== undefined,
  async ({ request }) => (await storedEngineFile(request)) ?? fetch(request),
);
self.addEventListener('install', (event) => event.waitUntil(updateEngines()));
self.addEventListener('activate', (event) => event.waitUntil(clearOldEngines()));
// The page that registered it has the chunks that it has not asked for yet stored, too.
clientsClaim();
self.addEventListener('message', (event) => {
  const { data, ports } = event;
  if (data === 'take over') void self.skipWaiting();
  if (typeof data?.storeEngine !== 'string') return;
  const stored = storeEngine(data.storeEngine).then(
    (isStored) => ports[0]?.postMessage(isStored),
    (error: unknown) => {
      console.warn('The engine is not stored, so it starts with a network only.', error);
      ports[0]?.postMessage(false);
    },
  );
  event.waitUntil(stored);
});
