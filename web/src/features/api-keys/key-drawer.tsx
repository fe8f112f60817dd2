import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DetailDrawer, DetailGroup } from '../../ui/display/detail-drawer.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { MissingOrFailed } from '../../ui/display/state-view.tsx'
import { apiKeyDetail } from './api-keys.data.ts'
import { factsOf, KeyUse } from './key-detail.tsx'

function KeyDetail({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(apiKeyDetail(id))
  if (error && !data) return <MissingOrFailed what="This API key" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  return (
    <>
      <DetailGroup title={data.name}>
        <Facts facts={factsOf(data)} />
      </DetailGroup>
      <KeyUse usage={data.usage} />
    </>
  )
}

/** A key with what it was used for. */
export function KeyDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <DetailDrawer what="API key" id={id} size={560} onClose={onClose}>
      {(shown) => <KeyDetail key={shown} id={shown} />}
    </DetailDrawer>
  )
}
