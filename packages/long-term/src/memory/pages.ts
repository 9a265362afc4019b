import type { Page } from '../store/record-store.ts';

/** The pages of a list, first to last. */
export async function* pagesOf<Item>(
  read: (at: { readonly after?: string }) => Promise<Page<Item>>,
): AsyncGenerator<readonly Item[], void> {
  let after: string | undefined;
  do {
    const page = await read(after === undefined ? {} : { after });
    yield page.items;
    after = page.next;
  } while (after !== undefined);
}
