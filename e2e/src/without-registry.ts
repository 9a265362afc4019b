import { isRegistryThere, NoRegistryError } from '../../scripts/package-managers.mjs';

/**
 * Tells whether an install failed because there is no registry, so that there is nothing to test.
 * Where a change is judged, a registry that answers after all leaves no excuse, and a skip is said
 * aloud.
 */
export async function isWithoutRegistry(failure: unknown): Promise<boolean> {
  if (!(failure instanceof NoRegistryError)) return false;
  if (!process.env.CI) return true;
  if (await isRegistryThere()) return false;
  console.warn(`The packed packages are not tested. ${failure.message}`);
  return true;
}
