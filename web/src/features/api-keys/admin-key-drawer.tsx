import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDayAndTime } from '../../lib/format.ts'
import { DetailDrawer, DetailGroup } from '../../ui/parts/detail-drawer.tsx'
import { Facts } from '../../ui/parts/facts.tsx'
import { OwnerCell } from '../../ui/parts/owner-cell.tsx'
import { MissingOrFailed } from '../../ui/parts/state-view.tsx'
import { adminKeyDetail } from './admin-api-keys.data.ts'
import { KeyState } from './admin-key-columns.tsx'
import { factsOf, KeyUse } from './key-detail.tsx'

function Detail({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(adminKeyDetail(id))
  if (error && !data) return <MissingOrFailed what="This API key" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  return (
    <>
      <DetailGroup title={data.name}>
        <Facts
          facts={[
            { label: 'Owner', value: <OwnerCell owner={data.user} /> },
            { label: 'State', value: <KeyState {...data} /> },
            ...(data.revokedAt ? [{ label: 'Revoked', value: formatDayAndTime(data.revokedAt) }] : []),
            ...factsOf(data),
          ]}
        />
      </DetailGroup>
      <KeyUse usage={data.usage} />
    </>
  )
}

/** A key of anybody's, with what it was used for. */
export function AdminKeyDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <DetailDrawer what="API key" id={id} size={560} onClose={onClose}>
      {(shown) => <Detail key={shown} id={shown} />}
    </DetailDrawer>
  )
}
