import type { CampaignType, LeadStage } from '@dooryard/contract/vocabularies'
import { z } from 'zod'
import { optional, textSearch } from '../../lib/search-params.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const stages = [
  'NEW',
  'CONTACTED',
  'FOLLOW_UP',
  'NEGOTIATING',
  'UNDER_CONTRACT',
  'CLOSED',
  'DEAD',
] as const satisfies LeadStage[]
const types = ['MAIL_READY', 'CALL_READY'] as const satisfies CampaignType[]
const mostSearches = 10

/** What the address of the pipeline says. `lead` names an order and a property of it, with a dot between. */
export const PipelineSearch = z.object({
  tab: z.enum(['flow', 'board']).default('flow').catch('flow'),
  searches: z
    .array(z.uuid())
    .transform((ids) => [...new Set(ids)].slice(0, mostSearches))
    .default([])
    .catch([]),
  atLeast: z.int().min(1).max(mostSearches).default(1).catch(1),
  type: optional(z.enum(types)),
  order: optional(z.uuid()),
  search: textSearch,
  stage: optional(z.enum(stages)),
  lead: optional(z.string().regex(/^[0-9a-f-]{36}\.\d{1,20}$/)),
})
export type PipelineState = z.infer<typeof PipelineSearch>

/** Changes the address: what is undefined leaves it; `replace` when the old one is not worth going back to. */
export type OnPipeline = (
  change: { [Key in keyof PipelineState]?: PipelineState[Key] | undefined },
  how?: { replace: boolean },
) => void
