import type { ErrorLayer } from '@dooryard/contract/admin/error-reports'
import type { JobState } from '@dooryard/contract/admin/operations'
import { z } from 'zod'
import { optionalParam, pageSearch, textSearch } from '../../lib/navigation/search-params.ts'

// Spelled out, because every screen loads the search schemas, and only this one needs the rest of the contract.
const jobStates = ['WAITING', 'RUNNING', 'RETRYING', 'FAILED'] as const satisfies JobState[]
const errorLayers = ['BROWSER', 'API', 'WORKER'] as const satisfies ErrorLayer[]

export const OperationsSearch = z.object({
  ...pageSearch,
  state: optionalParam(z.enum(jobStates)),
  task: textSearch,
  tab: z.enum(['system', 'errors']).default('system').catch('system'),
  search: textSearch,
  status: optionalParam(z.enum(['OPEN', 'RESOLVED'])),
  layer: optionalParam(z.enum(errorLayers)),
  /** An Error ID, or the id of a group of errors. */
  error: textSearch,
})
export type OperationsSearch = z.infer<typeof OperationsSearch>
