import { z } from 'zod'

const coverageViews = ['withOwner', 'withMailing', 'withLoans', 'withSale', 'withPhone', 'freshness'] as const
export type CoverageView = (typeof coverageViews)[number]

/** What the map and the table show, in the URL of the screen. */
export const CoverageSearch = z.object({
  view: z.enum(coverageViews).default('withOwner').catch('withOwner'),
  level: z.enum(['states', 'counties']).default('counties').catch('counties'),
})
