import { test } from '@playwright/test';
import { buildLibraries } from '../scripts/build.mjs';

test('the libraries build', async () => {
  await buildLibraries();
});
