import { z } from 'zod'
import { defaultPageSize, maxPageSize } from './limits.ts'

const aPage = 'A page is a whole number from 1'
const aLimit = `A page has 1 to ${maxPageSize} rows`

export const PageQuery = z.object({
  page: z.coerce.number(aPage).int(aPage).min(1, aPage).default(1),
  limit: z.coerce.number(aLimit).int(aLimit).min(1, aLimit).max(maxPageSize, aLimit).default(defaultPageSize),
})
export type PageQuery = z.infer<typeof PageQuery>

export const SortOrder = z.enum(['asc', 'desc'])
export type SortOrder = z.infer<typeof SortOrder>

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    currentPage: z.int(),
    totalPages: z.int(),
    totalCount: z.int(),
    pageSize: z.int(),
    nextPage: z.int().nullable(),
    previousPage: z.int().nullable(),
  })

export type PageOf<Item> = {
  items: Item[]
  currentPage: number
  totalPages: number
  totalCount: number
  pageSize: number
  nextPage: number | null
  previousPage: number | null
}

/** The first `listed` of `totalCount` are on pages; one past the end is empty, and its `previousPage` the last. */
export function toPage<Item>(
  items: Item[],
  totalCount: number,
  { page, limit }: PageQuery,
  listed = totalCount,
): PageOf<Item> {
  const totalPages = Math.ceil(Math.min(totalCount, listed) / limit)
  return {
    items,
    currentPage: page,
    totalPages,
    totalCount,
    pageSize: limit,
    nextPage: page < totalPages ? page + 1 : null,
    previousPage: page > 1 && totalPages > 0 ? Math.min(page - 1, totalPages) : null,
  }
}

export type Slice = { limit: number; offset: number }

export const sliceOf = ({ page, limit }: PageQuery): Slice => ({
  limit,
  // The last page that may be asked for, times its rows, is more than a number holds exactly, and more than any list has.
  offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER),
})
