import type { JobState } from '@dooryard/contract/operations'
import { z } from 'zod'
import { optional, pageSearch, textSearch } from '../../lib/search-params.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const jobStates = ['WAITING', 'RUNNING', 'RETRYING', 'FAILED'] as const satisfies JobState[]

export const OperationsSearch = z.object({
  ...pageSearch,
  state: optional(z.enum(jobStates)),
  task: textSearch,
})
export type OperationsSearch = z.infer<typeof OperationsSearch>
