import type { WebhookAttempt } from '@dooryard/contract/webhooks'
import { titleCase } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'

const tones = { PENDING: 'plain', SUCCEEDED: 'good', FAILED: 'bad' } as const

/** What has become of an attempt. */
export const AttemptStatus = ({ status }: Pick<WebhookAttempt, 'status'>) => (
  <Tag tone={tones[status]}>{titleCase(status)}</Tag>
)
