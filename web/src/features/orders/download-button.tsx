import type { ListedOrder } from '@dooryard/contract/order'
import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useDownload } from './download.ts'
import classes from './orders.module.css'
import type { OrderDesk } from './orders-desk.ts'

type DownloadButtonProps = { order: ListedOrder; desk: OrderDesk; isMain?: boolean }

const expiredFor = ({ isOwn }: OrderDesk) =>
  isOwn
    ? 'Expired: refresh the do-not-call check to download again'
    : 'Expired: its owner has to refresh the do-not-call check first'

/** Saves an order's list; until there is one, an icon says that there is none. A failure stays beside the button. */
export function DownloadButton({ order, desk, isMain }: DownloadButtonProps) {
  const download = useDownload()
  const isReady = order.userFacingStatus === 'COMPLETED'
  if (!isReady && !isMain) {
    return (
      <span className={classes.noDownload} role="img" aria-label="Nothing to download">
        <Download size={16} aria-hidden="true" />
      </span>
    )
  }
  return (
    <span className={classes.download}>
      <Button
        size={isMain ? 'sm' : 'xs'}
        variant={isMain ? 'filled' : 'default'}
        leftSection={<Download size={isMain ? 16 : 14} aria-hidden="true" />}
        disabled={!isReady || order.isExpired}
        title={order.isExpired ? expiredFor(desk) : undefined}
        loading={download.isPending}
        aria-label={isMain ? undefined : `Download CSV of ${order.orderName}`}
        onClick={() => download.mutate({ desk, what: 'list' })}
      >
        Download CSV
      </Button>
      {download.isError && (
        <span className={classes.failed} role="status">
          Download failed
        </span>
      )}
    </span>
  )
}
