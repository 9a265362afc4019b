import { servePoliced } from './policed-app.ts';
import type { ServedApp } from './served-app.ts';

/** The policy of a careful app: no source of anything but scripts and styles with the nonce of this answer. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    // The icons of the pages.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/**
 * Builds an app with `<MemoryDevtools>` and its page of the devtools, and serves both under a strict policy:
 * `/` (`?embedded`: with the panel in the page), and `/devtools.html`.
 */
export function serveHostsApp(): Promise<ServedApp> {
  return servePoliced({ folder: 'hosts-app', pages: ['index.html', 'devtools.html'], policy });
}
