import type { WebhookAttempt } from '@dooryard/contract/webhooks'
import { StatusBadge } from '../../ui/parts/status-badge.tsx'

const looks = {
  PENDING: { status: 'PENDING', label: 'Pending' },
  SUCCEEDED: { status: 'COMPLETED', label: 'Succeeded' },
  FAILED: { status: 'FAILED', label: 'Failed' },
} as const

/** What has become of an attempt. */
export const AttemptStatus = ({ status }: Pick<WebhookAttempt, 'status'>) => <StatusBadge {...looks[status]} />
