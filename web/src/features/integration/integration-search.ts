import { campaignTypes } from '@dooryard/contract/vocabularies'
import { z } from 'zod'
import { optional, pageSearch, textSearch } from '../../lib/search-params.ts'

/** What first calls are shown in. */
export const languages = ['curl', 'javascript', 'python'] as const
export type Language = (typeof languages)[number]

/** What webhooks are shown to be verified with; `none` is what every language has. */
export const libraries = ['node', 'python', 'svix', 'none'] as const
export type Library = (typeof libraries)[number]

const idSearch = optional(z.uuid())

/** What the address of the screen says: the part shown, and what of it. */
export const IntegrationSearch = z.object({
  ...pageSearch,
  part: optional(z.enum(['start', 'verify', 'dnc', 'files', 'contacts', 'health'])),
  key: idSearch,
  campaign: idSearch,
  language: optional(z.enum(languages)),
  webhook: idSearch,
  library: optional(z.enum(libraries)),
  type: optional(campaignTypes.schema),
  search: textSearch,
  state: optional(z.string().regex(/^[A-Z]{2}$/)),
  age: optional(z.enum(['CURRENT', 'ENDING', 'STALE'])),
  sort: optional(z.enum(['areaCode', 'numbers', 'ageDays'])),
  order: optional(z.enum(['asc', 'desc'])),
  importPage: pageSearch.page,
  importLimit: z.int().min(1).max(100).default(5).catch(5),
})
export type IntegrationSearch = z.infer<typeof IntegrationSearch>

export type CoverageState = Pick<IntegrationSearch, 'page' | 'limit' | 'search' | 'state' | 'age' | 'sort' | 'order'>
