import { z } from 'zod'
import { optionalParam, pageSearch } from '../../lib/navigation/search-params.ts'

const id = optionalParam(z.uuid())

/** URL state of the letters screens: one route, since every screen loads the list of routes. */
export const LettersSearch = z.object({
  ...pageSearch,
  tab: z.enum(['mailings', 'templates']).default('mailings').catch('mailings'),
  mailing: id,
  template: optionalParam(z.union([z.uuid(), z.literal('new')])),
  start: optionalParam(z.int().min(0).max(9)),
  create: optionalParam(z.boolean()),
  selected: optionalParam(z.boolean()),
  order: id,
  campaign: id,
})
export type LettersState = z.infer<typeof LettersSearch>
