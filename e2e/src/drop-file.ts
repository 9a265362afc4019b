import type { Page } from '@playwright/test';

/** Drops a file of these bytes anywhere on the page. */
export async function dropFile(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, base64]) => {
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([content], fileName));
      return data;
    },
    [name, Buffer.from(bytes).toString('base64')] as const,
  );
  await page.locator('body').dispatchEvent('drop', { dataTransfer: transfer });
}
