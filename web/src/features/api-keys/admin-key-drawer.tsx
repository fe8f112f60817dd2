import type { AdminApiKey } from '@dooryard/contract/admin-api-keys'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { OwnerCell } from '../../entities/user/owner-cell.tsx'
import { formatDayAndTime } from '../../lib/format.ts'
import { DetailDrawer, DetailGroup } from '../../ui/display/detail-drawer.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { MissingOrFailed } from '../../ui/display/state-view.tsx'
import { adminKeyDetail } from './admin-api-keys.data.ts'
import { KeyState } from './admin-key-columns.tsx'
import classes from './api-keys.module.css'
import { factsOf, KeyUse } from './key-detail.tsx'

type DetailProps = { id: string; onRevoke: (key: AdminApiKey) => void }

function Detail({ id, onRevoke }: DetailProps) {
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
        {data.state !== 'REVOKED' && (
          <Button className={classes.revoke} variant="default" size="xs" onClick={() => onRevoke(data)}>
            Revoke…
          </Button>
        )}
      </DetailGroup>
      <KeyUse usage={data.usage} />
    </>
  )
}

type AdminKeyDrawerProps = {
  id: string | undefined
  /** Whether it is asked over the drawer why a key is revoked. */
  isCovered: boolean
  onRevoke: (key: AdminApiKey) => void
  onClose: () => void
}

/** A key of anybody's, with what it was used for, and its end. */
export function AdminKeyDrawer({ id, isCovered, onRevoke, onClose }: AdminKeyDrawerProps) {
  return (
    <DetailDrawer what="API key" id={id} size={560} isCovered={isCovered} onClose={onClose}>
      {(shown) => <Detail key={shown} id={shown} onRevoke={onRevoke} />}
    </DetailDrawer>
  )
}
