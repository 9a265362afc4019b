import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { clearOldEngines, engineFile, isEngineFile } from './engine-files.ts';

/** Every file of the build but those of engines, written into this script when the page was built. */
declare const BUILT_FILES: PrecacheEntry[];

declare const self: ServiceWorkerGlobalScope;

// A build is stored whole or not at all, so a page never meets chunks of another one. The next build
// waits until no page of this one is open.
cleanupOutdatedCaches();
precacheAndRoute(BUILT_FILES);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('devtools/index.html'), {
    allowlist: [/^\/devtools(\/|$)/],
  }),
);
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html')));
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isEngineFile(url),
  ({ request }) => engineFile(request),
);
self.addEventListener('activate', (event) => event.waitUntil(clearOldEngines()));
// The page that registered it has the chunks that it has not asked for yet stored, too.
clientsClaim();
