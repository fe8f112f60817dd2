import type { JobState } from '@dooryard/contract/admin/operations'
import { z } from 'zod'
import { optionalParam, pageSearch, textSearch } from '../../lib/navigation/search-params.ts'

// Spelled out, because every screen loads the search schemas, and only this one needs the rest of the contract.
const jobStates = ['WAITING', 'RUNNING', 'RETRYING', 'FAILED'] as const satisfies JobState[]

export const OperationsSearch = z.object({
  ...pageSearch,
  state: optionalParam(z.enum(jobStates)),
  task: textSearch,
})
export type OperationsSearch = z.infer<typeof OperationsSearch>
