import type { UserFacingStatus } from '@dooryard/contract/order'
import type { ImportStatus } from '@dooryard/contract/roll-imports'

/** How the status of an import is shown: like that of an order, under its own label. */
export const importStatuses: Record<ImportStatus, { status: UserFacingStatus; label: string }> = {
  QUEUED: { status: 'PENDING', label: 'Waiting' },
  RUNNING: { status: 'PROCESSING', label: 'Importing' },
  LOADED: { status: 'COMPLETED', label: 'Loaded' },
  UNCHANGED: { status: 'COMPLETED', label: 'Unchanged' },
  FAILED: { status: 'FAILED', label: 'Failed' },
}

export const isInProgress = ({ status }: { status: ImportStatus }) => status === 'QUEUED' || status === 'RUNNING'
