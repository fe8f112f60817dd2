import type { DatasetVersion, VersionStatus } from '@dooryard/contract/data/datasets/versions'
import type { ComponentProps } from 'react'
import { StatusBadge, Tag } from '../../../ui/display/badges.tsx'
import { statusLabels } from './dataset-formats.ts'

/** Those that still matter; the others are over. */
const badgeStatuses: Partial<Record<VersionStatus, ComponentProps<typeof StatusBadge>['status']>> = {
  LOADING: 'PROCESSING',
  LOADED: 'COMPLETED',
  WAITING: 'INCOMPLETE',
  INTERRUPTED: 'FAILED',
  FAILED: 'FAILED',
}

/** What became of a version of a dataset. */
export function VersionBadge({ status, isReadable }: Pick<DatasetVersion, 'status' | 'isReadable'>) {
  const badge = badgeStatuses[status]
  if (!isReadable) return <StatusBadge status="FAILED" label="Unreadable" />
  if (!badge) return <Tag tone="plain">{statusLabels[status]}</Tag>
  return <StatusBadge status={badge} label={statusLabels[status]} />
}
