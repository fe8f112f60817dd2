import { campaignTypes } from '@dooryard/contract/vocabularies'
import { z } from 'zod'
import { pageSearch, textSearch } from '../../lib/search-params.ts'

/** What first calls are shown in. */
export const languages = ['curl', 'javascript', 'python'] as const
export type Language = (typeof languages)[number]

/** What webhooks are shown to be verified with; `none` is what every language has. */
export const libraries = ['node', 'python', 'svix', 'none'] as const
export type Library = (typeof libraries)[number]

const idSearch = z.uuid().optional().catch(undefined)

/** What the address of the screen says: the part shown, and what of it. */
export const IntegrationSearch = z.object({
  ...pageSearch,
  part: z.enum(['start', 'verify', 'dnc', 'files', 'contacts', 'health']).optional().catch(undefined),
  key: idSearch,
  campaign: idSearch,
  language: z.enum(languages).optional().catch(undefined),
  webhook: idSearch,
  library: z.enum(libraries).optional().catch(undefined),
  type: campaignTypes.schema.optional().catch(undefined),
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

export type CoverageState = Pick<IntegrationSearch, 'page' | 'limit' | 'search' | 'state' | 'age' | 'sort' | 'order'>
