import { test } from '@playwright/test';
import { buildLibraries } from '../scripts/build.mjs';
import { packForOutsideApps } from './src/packed-libraries.ts';

test('the libraries build, and are packed', async () => {
  await buildLibraries();
  await packForOutsideApps();
});
