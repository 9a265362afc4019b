import { expect, test } from 'vitest';
import { loadInPlace } from './browser.ts';

test('[LTM-10] a place for the web that has no workers reads no PDF, and says where one is read', async () => {
  await expect(loadInPlace()).rejects.toThrow(/nothing was stored.*Add the PDF from a page/s);
});
