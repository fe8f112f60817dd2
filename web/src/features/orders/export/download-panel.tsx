import type { OrderDetail } from '@dooryard/contract/orders/order'
import { Button, Group, Stack, Text } from '@mantine/core'
import { Download, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { OwnOrderAccess } from '../../../entities/order/order-access.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { useExportDownload, useExportPresets } from './export.data.ts'
import { formatLayout, getFirstLayout } from './export-layout.ts'

const LayoutDrawer = lazy(async () => ({ default: (await import('./layout-drawer.tsx')).LayoutDrawer }))

/** Downloads the leads in the layout used last, or in another. */
export function DownloadPanel({ order, access }: { order: OrderDetail; access: OwnOrderAccess }) {
  const { campaignType, isExpired } = order
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const { data } = useExportPresets()
  const download = useExportDownload(access)
  const lastUsed = data?.lastUsed.find((one) => one.campaignType === campaignType)?.layout
  // Numbers that nobody may call are asked for anew each time.
  const layout = lastUsed ? { ...lastUsed, includeSuppressed: false } : getFirstLayout(campaignType)
  const open = () => {
    setWasOpened(true)
    setIsOpen(true)
  }
  return (
    <Panel title="Download">
      <Stack gap={12}>
        <Text fz="sm" lh="20px" c="dimmed">
          {isExpired
            ? 'The check of these numbers has expired. Refresh it, which is free, and then download them.'
            : 'The leads in the columns and format of your mail house, dialer or CRM. Free, as often as you like.'}
        </Text>
        {download.isError && <FailureNotice error={download.error} />}
        <Group gap={8}>
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden="true" />}
            disabled={isExpired || !data}
            loading={download.isPending}
            onClick={() => download.mutate({ params: access.params, body: layout })}
          >
            {formatLayout(layout)}
          </Button>
          <Button
            variant="subtle"
            leftSection={<SlidersHorizontal size={16} aria-hidden="true" />}
            disabled={isExpired || !data}
            onClick={open}
          >
            Choose layout…
          </Button>
        </Group>
      </Stack>
      {wasOpened && (
        <Suspense>
          <LayoutDrawer order={order} access={access} first={layout} opened={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Panel>
  )
}
