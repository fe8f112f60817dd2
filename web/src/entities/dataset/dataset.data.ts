import { datasets } from '@dooryard/contract/data/datasets/datasets'
import { rolls } from '@dooryard/contract/data/rolls'

/** The endpoints whose answers a refresh changes. */
export const refreshDependents = [
  datasets.list,
  datasets.get,
  datasets.versions,
  datasets.history,
  rolls.get,
  rolls.coverage,
]
