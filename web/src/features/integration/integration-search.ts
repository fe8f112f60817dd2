import { z } from 'zod'
import { pageDefaults, pageSearch, textSearch } from '../../lib/search-params.ts'

/** What the address of the screen says: the part shown, and what of its lists. */
export const IntegrationSearch = z.object({
  ...pageSearch,
  part: z.literal('contacts').optional().catch(undefined),
  search: textSearch,
  state: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional()
    .catch(undefined),
  age: z.enum(['CURRENT', 'ENDING', 'STALE']).optional().catch(undefined),
  sort: z.enum(['areaCode', 'numbers', 'ageDays']).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  importPage: pageSearch.page,
  importLimit: z.int().min(1).max(100).default(5).catch(5),
})
export type IntegrationSearch = z.infer<typeof IntegrationSearch>

/** What an address need not say. */
export const integrationDefaults = { ...pageDefaults, importPage: 1, importLimit: 5 }

/** What of the coverage is shown. */
export type CoverageState = Pick<IntegrationSearch, 'page' | 'limit' | 'search' | 'state' | 'age' | 'sort' | 'order'>
