import type { Page } from '@playwright/test';
import { patience } from '../../scripts/patience.mjs';
import { test as base } from './fixtures.ts';
import { serveHostsApp } from './hosts-app.ts';

interface Policed {
  /** Refusals by a policy in any page of the context, in words. */
  readonly violations: () => readonly string[];
  /** For a journey that breaks the policy itself. */
  readonly forget: () => void;
}

/**
 * `hosts` is the address of an app with the devtools, built once for each worker; what its policy refuses
 * fails the journey.
 */
export const test = base.extend<{ policed: Policed }, { hosts: string }>({
  hosts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const app = await serveHostsApp();
      await use(app.address);
      await app.stop();
    },
    { scope: 'worker', timeout: patience.startMs },
  ],
  policed: [
    async ({ context }, use) => {
      const found: string[] = [];
      await context.exposeBinding('reportViolation', (_, words: string) => void found.push(words));
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const report: unknown = Reflect.get(window, 'reportViolation');
          const words = `${event.violatedDirective}: ${event.blockedURI} ${event.sample}`;
          if (typeof report === 'function') report(words);
        });
      });
      const forget = () => void found.splice(0);
      await use({ violations: () => found, forget });
      base.expect(found, 'what the content security policy refused').toEqual([]);
    },
    { auto: true },
  ],
});

/** The pill of the devtools in a page. */
export async function openPill(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Memory of/ }).click();
}

export { expect } from '@playwright/test';
