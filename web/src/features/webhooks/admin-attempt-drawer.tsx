import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isMissing } from '../../lib/errors.ts'
import { DetailDrawer } from '../../ui/display/detail-drawer.tsx'
import { MissingOrFailed } from '../../ui/display/state-view.tsx'
import { adminAttemptOf } from './admin-webhooks.data.ts'
import { AttemptDetails } from './attempt-details.tsx'

function Found({ webhookId, attemptId }: { webhookId: string; attemptId: string }) {
  const { data, error, refetch } = useQuery(adminAttemptOf(webhookId, attemptId))
  if (data && !isMissing(error)) return <AttemptDetails attempt={data} />
  if (!error) return <Skeleton height={320} role="status" aria-label="Loading the attempt" />
  return <MissingOrFailed what="This attempt" error={error} onRetry={() => void refetch()} wayBack={webhookList} />
}

const webhookList = { to: '/portal/webhooks', label: 'Back to the webhooks' } as const

type AdminAttemptProps = { id: string | undefined; webhookId: string; onClose: () => void }

/** One attempt at a webhook of anybody's: what was sent and what came back. */
export function AdminAttemptDrawer({ id, webhookId, onClose }: AdminAttemptProps) {
  return (
    <DetailDrawer what="Attempt" id={id} size={600} onClose={onClose}>
      {(shown) => <Found key={shown} webhookId={webhookId} attemptId={shown} />}
    </DetailDrawer>
  )
}
