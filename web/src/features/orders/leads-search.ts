import type { LeadStage } from '@dooryard/contract/vocabularies'
import { z } from 'zod'
import { pageSearch } from '../../lib/search-params.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const stages = {
  NEW: true,
  CONTACTED: true,
  FOLLOW_UP: true,
  NEGOTIATING: true,
  UNDER_CONTRACT: true,
  CLOSED: true,
  DEAD: true,
} satisfies Record<LeadStage, true>

/** What the address of an order says of its leads. */
export const LeadsSearch = z.object({
  ...pageSearch,
  stage: z
    .enum(Object.keys(stages) as [LeadStage, ...LeadStage[]])
    .optional()
    .catch(undefined),
})
