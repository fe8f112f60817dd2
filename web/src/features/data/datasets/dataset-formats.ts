import type { Dataset } from '@dooryard/contract/data/datasets/datasets'
import type { DatasetRefresh, RefreshOutcome } from '@dooryard/contract/data/datasets/refresh-plans'
import type {
  DatasetChanges,
  DatasetVersion,
  VersionStatus,
  VersionTrigger,
} from '@dooryard/contract/data/datasets/versions'
import { listUnplacedFiles } from '../../../entities/dataset/dataset-formats.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'

const outcomeLabels: Record<RefreshOutcome, string> = {
  UNCHANGED: 'No new data',
  LOADED: 'Updated',
  WAITING: 'Needs a decision',
  REJECTED: 'Rejected',
  FAILED: 'Failed',
}

/** What a refresh waits for, or its last result, or what waits although no refresh is set up. */
export function formatLastResult(dataset: Dataset): string | undefined {
  const { refresh, waiting, isRefreshing } = dataset
  if (isRefreshing) return 'Refreshing…'
  if (waiting) return outcomeLabels.WAITING
  if (listUnplacedFiles(dataset).length > 0) return 'Needs a location'
  // What waited was decided since.
  if (!refresh?.lastOutcome || refresh.lastOutcome === 'WAITING') return undefined
  return outcomeLabels[refresh.lastOutcome]
}

export function formatNextRefresh(refresh: DatasetRefresh | null): string {
  if (!refresh) return 'Not set up'
  if (refresh.pauseReason) return 'Paused'
  return refresh.schedule ? 'Not scheduled' : 'On request'
}

export const triggerLabels: Record<VersionTrigger, string> = {
  UPLOAD: 'Uploaded',
  URL: 'Downloaded',
  FOLDER: 'From the import folder',
  EDIT: 'Source edited',
  SHELL: 'By shell',
  SCHEDULE: 'Scheduled refresh',
  REQUEST: 'Refresh',
  ROLLBACK: 'Rolled back',
}

/** `Scheduled refresh, accepted by ada@example.com`. */
export function formatOrigin({ trigger, startedBy, decidedBy, status }: DatasetVersion): string {
  const started = startedBy ? `${triggerLabels[trigger]} by ${startedBy}` : triggerLabels[trigger]
  if (!decidedBy) return started
  return `${started}, ${status === 'REJECTED' ? 'rejected' : 'accepted'} by ${decidedBy}`
}

export const statusLabels: Record<VersionStatus, string> = {
  LOADING: 'Loading',
  LOADED: 'Loaded',
  WAITING: 'Needs a decision',
  REJECTED: 'Rejected',
  SUPERSEDED: 'Replaced',
  INTERRUPTED: 'Interrupted',
  FAILED: 'Failed',
}

const changeLabels: Record<keyof DatasetChanges, string> = {
  added: 'added',
  removed: 'removed',
  sold: 'sold',
  ownerChanged: 'with a new owner',
  valueChanged: 'with a new value',
}

/** `120 added, 14 removed, 310 sold`; only the kinds that occurred. */
export function formatChanges(changes: DatasetChanges | null): string {
  if (!changes) return ''
  const parts = Object.entries(changeLabels).flatMap(([kind, label]) => {
    // The keys of a record of all kinds.
    const count = changes[kind as keyof DatasetChanges]
    return count > 0 ? [`${formatNumber(count)} ${label}`] : []
  })
  return parts.length > 0 ? parts.join(', ') : 'No property changed'
}

export const formatRows = ({ rowsRead, rowsRejected }: Pick<Dataset, 'rowsRead' | 'rowsRejected'>) =>
  rowsRejected > 0
    ? `${pluralize(rowsRead, 'row')}, ${formatNumber(rowsRejected)} rejected`
    : pluralize(rowsRead, 'row')

/** What a version changed, or the first reason why it was not loaded, and who decided about it. */
export function formatVersionOutcome(version: DatasetVersion): string {
  const { status, message, reasons, changes, decidedBy, rowsRead } = version
  const [reason, ...others] = reasons
  const more = others.length > 0 && `${pluralize(others.length, 'further reason')}.`
  const found = [rowsRead > 0 && `${formatRows(version)}.`, changes && `${formatChanges(changes)}.`]
  const decision = decidedBy && `${status === 'REJECTED' ? 'Rejected' : 'Accepted'} by ${decidedBy}.`
  return [...(status === 'LOADED' ? found : [message, reason, more]), decision].filter(Boolean).join(' ')
}
