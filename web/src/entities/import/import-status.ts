import type { ImportStatus } from '@dooryard/contract/data/roll-imports'
import type { UserFacingStatus } from '@dooryard/contract/orders/order'

/** The label and badge status of each import status. */
export const importStatuses: Record<ImportStatus, { status: UserFacingStatus; label: string }> = {
  QUEUED: { status: 'PENDING', label: 'Waiting' },
  RUNNING: { status: 'PROCESSING', label: 'Importing' },
  LOADED: { status: 'COMPLETED', label: 'Loaded' },
  UNCHANGED: { status: 'COMPLETED', label: 'Unchanged' },
  FAILED: { status: 'FAILED', label: 'Failed' },
  CANCELED: { status: 'FAILED', label: 'Canceled' },
}

export const isImportInProgress = ({ status }: { status: ImportStatus }) => status === 'QUEUED' || status === 'RUNNING'
