/** The addresses of all that is kept in one cache. */
export async function keptUrls(name: string): Promise<ReadonlySet<string>> {
  const requests = await (await caches.open(name)).keys();
  return new Set(requests.map(({ url }) => url));
}
