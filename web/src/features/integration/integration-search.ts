import { campaignTypes } from '@dooryard/contract/api/enums'
import { z } from 'zod'
import { optionalParam, ownersSearch, pageSearch, textSearch } from '../../lib/navigation/search-params.ts'

/** The languages of the first-call snippets. */
export const languages = ['curl', 'javascript', 'python'] as const
export type Language = (typeof languages)[number]

/** The libraries shown for verifying webhooks; `none` works in every language. */
export const libraries = ['node', 'python', 'svix', 'none'] as const
export type Library = (typeof libraries)[number]

const idSearch = optionalParam(z.uuid())

/** URL state of the screen: the tab and its selections. */
export const IntegrationSearch = z.object({
  ...pageSearch,
  part: optionalParam(z.enum(['start', 'verify', 'orders', 'dnc', 'files', 'contacts', 'allOrders', 'health'])),
  key: idSearch,
  campaign: idSearch,
  language: optionalParam(z.enum(languages)),
  webhook: idSearch,
  library: optionalParam(z.enum(libraries)),
  type: optionalParam(campaignTypes.schema),
  search: textSearch,
  userId: ownersSearch,
  state: optionalParam(z.string().regex(/^[A-Z]{2}$/)),
  age: optionalParam(z.enum(['CURRENT', 'ENDING', 'STALE'])),
  sort: optionalParam(z.enum(['areaCode', 'numbers', 'ageDays'])),
  order: optionalParam(z.enum(['asc', 'desc'])),
  importPage: pageSearch.page,
  importLimit: pageSearch.limit,
})
export type IntegrationSearch = z.infer<typeof IntegrationSearch>

export type CoverageState = Pick<IntegrationSearch, 'page' | 'limit' | 'search' | 'state' | 'age' | 'sort' | 'order'>
