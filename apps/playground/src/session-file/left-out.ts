/** Says which of several dropped files was taken, and which were not; nothing where all were. */
export function leftOutText(
  taken: { readonly name: string },
  others: readonly { readonly name: string }[],
): string | undefined {
  if (others.length === 0) return undefined;
  const names = others.map(({ name }) => `“${name}”`).join(', ');
  const were = others.length === 1 ? 'was' : 'were';
  return `Only “${taken.name}” was taken; ${names} ${were} not: drop one file at a time.`;
}
