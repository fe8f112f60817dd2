import type { CampaignType, LeadStage } from '@dooryard/contract/api/enums'
import type { TaskFilter } from '@dooryard/contract/orders/lead-board'
import { z } from 'zod'
import { optionalParam, textSearch } from '../../lib/navigation/search-params.ts'

// Spelled out, because every screen loads the search schemas, and only this one needs the rest of the contract.
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
const taskFilters = ['OVERDUE', 'TODAY', 'NONE'] as const satisfies TaskFilter[]
const maxSearches = 10

/** URL state of the pipeline. `lead` is an order and one of its properties, separated by a dot. */
export const PipelineSearch = z.object({
  tab: z.enum(['flow', 'board']).default('flow').catch('flow'),
  searches: z
    .array(z.uuid())
    .transform((ids) => [...new Set(ids)].slice(0, maxSearches))
    .default([])
    .catch([]),
  atLeast: z.int().min(1).max(maxSearches).default(1).catch(1),
  type: optionalParam(z.enum(types)),
  order: optionalParam(z.uuid()),
  search: textSearch,
  stage: optionalParam(z.enum(stages)),
  tag: optionalParam(z.uuid()),
  assignee: optionalParam(z.union([z.uuid(), z.literal('NONE')])),
  task: optionalParam(z.enum(taskFilters)),
  lead: optionalParam(z.string().regex(/^[0-9a-f-]{36}\.\d{1,20}$/)),
})
export type PipelineState = z.infer<typeof PipelineSearch>

/** Changes the URL: undefined removes a key; `replace` adds no history entry. */
export type OnPipelineStateChange = (
  change: { [Key in keyof PipelineState]?: PipelineState[Key] | undefined },
  options?: { replace: boolean },
) => void
