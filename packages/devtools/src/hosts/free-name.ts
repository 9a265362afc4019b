/** `Support`, or `Support 2` where there is one already. */
export function freeName(
  wanted: string,
  taken: { readonly has: (name: string) => boolean },
): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted} ${number}`;
  return name;
}
