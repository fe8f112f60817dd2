import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import { Box, Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import { uploadFile } from '../../lib/api/file-transfer.ts'
import { useInvalidate } from '../../lib/api/use-endpoint-mutation.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { UploadList } from '../../ui/upload/upload-list.tsx'
import { type Draft, useUploads } from '../../ui/upload/use-uploads.ts'
import type { AnyImport } from './import-columns.tsx'
import { ImportTable, type ImportTableProps } from './import-table.tsx'

export type ImportPanelProps<Row extends AnyImport, Query> = ImportTableProps<Row> & {
  title: string
  /** The form, which starts an upload for each draft. */
  children: (start: (draft: Draft<Query>) => void, isUploading: () => boolean) => ReactNode
}

/** An upload form and, alongside it, the imports with their outcomes. */
export function ImportPanel<Row extends AnyImport, Query>(props: ImportPanelProps<Row, Query>) {
  const { title, children, ...table } = props
  const { calls, changes } = table
  const { uploads, start, retry, dismiss, isUploading } = useUploads<Query>((query, body, options) => {
    const endpoint: AnyEndpoint = calls.import
    return uploadFile(endpoint, { query, body }, options)
  }, useInvalidate(changes))
  return (
    <Flex
      direction={{ base: 'column', xl: 'row' }}
      align={{ base: 'stretch', xl: 'flex-start' }}
      gap="var(--screen-gap)"
    >
      <Box w={{ base: 'auto', xl: 340 }} flex="none">
        <Panel title={title}>
          {children(start, isUploading)}
          <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
        </Panel>
      </Box>
      <ImportTable<Row> {...table} />
    </Flex>
  )
}
