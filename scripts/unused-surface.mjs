import { install } from './install.mjs';
import { Refusal } from './say.mjs';

/**
 * Refuses options, names, entry points and codes of the packages that no app, example, recipe, benchmark
 * or journey uses. What nobody uses is removed; it can come back when somebody asks for it.
 */
export async function checkSurface() {
  await install('everything');
  const { unusedSurface } = await import('../tools/api-reference/src/unused-surface.mjs');
  const lists = Object.entries(unusedSurface()).filter(([, found]) => found.length > 0);
  if (lists.length === 0) return;
  const text = lists.map(
    ([kind, found]) => `${kind} without a caller (${found.length}):\n  ${found.join('\n  ')}`,
  );
  throw new Refusal(`${text.join('\n\n')}\n\nRemove each, or the feature that it belongs to.`);
}

if (process.argv[1] === import.meta.filename) {
  try {
    await checkSurface();
  } catch (error) {
    console.log(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  }
}
