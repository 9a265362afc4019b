import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** Every file of the build, written into this script when the page was built. */
declare const BUILT_FILES: PrecacheEntry[];

declare const self: ServiceWorkerGlobalScope;

// A build is stored whole or not at all, so a page never meets chunks of another one. The next build
// waits until no page of this one is open,
// or until a person asks for it.
cleanupOutdatedCaches();
precacheAndRoute(BUILT_FILES);
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html')));
// The page that registered it has the chunks that it has not asked for yet stored, too.
clientsClaim();
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
});
