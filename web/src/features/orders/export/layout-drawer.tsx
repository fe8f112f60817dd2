import type { ExportLayout } from '@dooryard/contract/orders/export/export-layout'
import type { OrderDetail } from '@dooryard/contract/orders/order'
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { OwnOrderAccess } from '../../../entities/order/order-access.ts'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { LazyDrawer } from '../../../ui/overlay/lazy-drawer.tsx'
import { ColumnGroups } from './column-groups.tsx'
import { useExportDownload, useExportPreview } from './export.data.ts'
import classes from './layout-drawer.module.css'
import { LayoutOptions } from './layout-options.tsx'
import { PresetField } from './preset-field.tsx'
import { PreviewTable } from './preview-table.tsx'

type LayoutDrawerProps = {
  order: OrderDetail
  access: OwnOrderAccess
  first: ExportLayout
  opened: boolean
  onClose: () => void
}

/** The layout of a file with the first rows of the real leads in it. */
export function LayoutDrawer({ order, access, first, opened, onClose }: LayoutDrawerProps) {
  const [layout, setLayout] = useState(first)
  const { campaignType } = order
  return (
    <LazyDrawer
      opened={opened}
      onClose={onClose}
      position="right"
      title="File layout"
      size="min(960px, 100%)"
      padding={0}
      closeButtonProps={{ 'aria-label': 'Close the layout' }}
      classNames={{ header: classes.header, content: classes.content, body: classes.body }}
    >
      <Stack className={classes.fields} gap={24}>
        <PresetField campaignType={campaignType} layout={layout} onChange={setLayout} />
        <LayoutOptions campaignType={campaignType} layout={layout} onChange={setLayout} />
        <Preview access={access} layout={layout} />
        <ColumnGroups campaignType={campaignType} layout={layout} onChange={setLayout} />
      </Stack>
      <Footer access={access} layout={layout} />
    </LazyDrawer>
  )
}

type LayoutProps = { access: OwnOrderAccess; layout: ExportLayout }

function Preview({ access, layout }: LayoutProps) {
  const preview = useExportPreview(access, layout)
  if (preview.isError) return <FailureNotice error={preview.error} />
  return <PreviewTable preview={preview.data} isStale={preview.isPlaceholderData} />
}

function Footer({ access, layout }: LayoutProps) {
  const preview = useExportPreview(access, layout)
  const download = useExportDownload(access)
  return (
    <Box className={classes.footer}>
      {download.isError && <FailureNotice error={download.error} />}
      <Group justify="space-between" gap={12} wrap="nowrap">
        <Text fz="xs" lh="18px" c="dimmed" truncate miw={0}>
          {preview.data?.fileName}
        </Text>
        <Button
          flex="none"
          leftSection={<Download size={16} aria-hidden="true" />}
          disabled={preview.isError}
          loading={download.isPending}
          onClick={() => download.mutate({ params: access.params, body: layout })}
        >
          Download
        </Button>
      </Group>
    </Box>
  )
}
