import type { ListedOrder } from '@dooryard/contract/orders/order'
import { Button, Center, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api } from '../../lib/api/api.ts'
import { saveUrl } from '../../lib/save-file.ts'
import type { OrderAccess } from './order-access.ts'
import { formatOrderFileName, type OrderFileRef } from './order-file-name.ts'

/** Fetches the short-lived link to a file of an order and lets the browser save it. */
export const useDownload = () =>
  useMutation({
    meta: { quiet: true },
    mutationFn: ({ access: { calls, params }, what, version, check }: OrderFileRef) =>
      what === 'list'
        ? api.call(calls.download, { params, query: { version } })
        : api.call(calls.certificate, { params, query: { version, check } }),
    onSuccess: ({ url }, file) => saveUrl(url, formatOrderFileName(file)),
    onError: (error) => console.error('Download failed', error),
  })

const expiredHintByScope = {
  own: 'Expired: refresh the do-not-call check to download again',
  admin: 'Expired: its owner has to refresh the do-not-call check first',
}

export const DownloadError = () => (
  <Text span size="xs" c="var(--mantine-color-error)" role="status">
    Download failed
  </Text>
)

type DownloadButtonProps = { order: ListedOrder; access: OrderAccess; isMain?: boolean }

/**
 * Downloads an order's list. Until it exists, an icon says that there is nothing to download. A failure is shown next
 * to the button.
 */
export function DownloadButton({ order, access, isMain }: DownloadButtonProps) {
  const download = useDownload()
  const isReady = order.userFacingStatus === 'COMPLETED'
  if (!isReady && !isMain) {
    return (
      <Center inline w={30} h={30} c="dimmed" opacity={0.5} role="img" aria-label="Nothing to download">
        <Download size={16} aria-hidden="true" />
      </Center>
    )
  }
  return (
    <Group display="inline-flex" gap={10} wrap="nowrap">
      <Button
        size={isMain ? 'sm' : 'xs'}
        variant={isMain ? 'filled' : 'default'}
        leftSection={<Download size={isMain ? 16 : 14} aria-hidden="true" />}
        disabled={!isReady || order.isExpired}
        title={order.isExpired ? expiredHintByScope[access.scope] : undefined}
        loading={download.isPending}
        aria-label={isMain ? undefined : `Download CSV of ${order.orderName}`}
        onClick={() => download.mutate({ access, what: 'list' })}
      >
        Download CSV
      </Button>
      {download.isError && <DownloadError />}
    </Group>
  )
}
