import { maxPageSize } from '@dooryard/contract/api/limits'
import type { PageQuery } from '@dooryard/contract/api/paging'

type ListedPage<Item> = { items: readonly Item[]; nextPage: number | null }

/** All rows of a list, page after page: for lists that are short except in large portals. */
export async function listAll<Item>(getPage: (query: PageQuery) => Promise<ListedPage<Item>>): Promise<Item[]> {
  const all: Item[] = []
  for (let page: number | null = 1; page !== null; ) {
    const { items, nextPage }: ListedPage<Item> = await getPage({ page, limit: maxPageSize })
    all.push(...items)
    page = nextPage
  }
  return all
}
