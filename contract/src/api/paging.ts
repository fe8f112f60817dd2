import { z } from 'zod'
import { defaultPageSize, maxPageSize } from './limits.ts'

const pageMessage = 'A page is a whole number from 1'
const limitMessage = `A page has 1 to ${maxPageSize} rows`

export const PageQuery = z.object({
  page: z.coerce.number(pageMessage).int(pageMessage).min(1, pageMessage).default(1),
  limit: z.coerce
    .number(limitMessage)
    .int(limitMessage)
    .min(1, limitMessage)
    .max(maxPageSize, limitMessage)
    .default(defaultPageSize),
})
export type PageQuery = z.infer<typeof PageQuery>

export const SortOrder = z.enum(['asc', 'desc'])
export type SortOrder = z.infer<typeof SortOrder>

export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    currentPage: z.int(),
    totalPages: z.int(),
    totalCount: z.int(),
    pageSize: z.int(),
    nextPage: z.int().nullable(),
    previousPage: z.int().nullable(),
  })

export type PageResult<Item> = {
  items: Item[]
  currentPage: number
  totalPages: number
  totalCount: number
  pageSize: number
  nextPage: number | null
  previousPage: number | null
}

/**
 * Only the first `listed` of `totalCount` rows are on pages; a page past the end is empty, and its `previousPage` is
 * the last one.
 */
export function toPage<Item>(
  items: Item[],
  totalCount: number,
  { page, limit }: PageQuery,
  listed = totalCount,
): PageResult<Item> {
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

export const toSlice = ({ page, limit }: PageQuery): Slice => ({
  limit,
  // The maximum page times its rows exceeds the safe integers, and any list.
  offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER),
})
