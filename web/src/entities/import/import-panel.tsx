import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import { Box, Flex, Title } from '@mantine/core'
import { FileClock } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { uploadFile } from '../../lib/api/file-transfer.ts'
import { useInvalidate } from '../../lib/api/use-endpoint-mutation.ts'
import { Panel } from '../../ui/display/panel.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { DataTable, type DataTableProps } from '../../ui/table/data-table.tsx'
import { UploadList } from '../../ui/upload/upload-list.tsx'
import { type Draft, useUploads } from '../../ui/upload/use-uploads.ts'
import { type AnyImport, type ImportOptions, importColumns } from './import-columns.tsx'

export type ImportPanelProps<Row extends AnyImport, Query> = ImportOptions<Row> & {
  title: string
  result: DataTableProps<Row>['result']
  /** Separate names, because another table of the screen is paginated too. */
  state: { importPage: number; importLimit: number }
  onState: OnTableStateChange
  /** The form, which starts an upload for each draft. */
  children: (start: (draft: Draft<Query>) => void, isUploading: () => boolean) => ReactNode
}

/** An upload form and, alongside it, the imports with their outcomes. */
export function ImportPanel<Row extends AnyImport, Query>(props: ImportPanelProps<Row, Query>) {
  const { title, calls, changes, unit, describe, result, state, onState, children } = props
  const { uploads, start, retry, dismiss, isUploading } = useUploads<Query>((query, body, options) => {
    const endpoint: AnyEndpoint = calls.import
    return uploadFile(endpoint, { query, body }, options)
  }, useInvalidate(changes))
  const columns = useMemo(
    () => importColumns<Row>({ calls, changes, unit, describe }),
    [calls, changes, unit, describe],
  )
  const onImports: OnTableStateChange = ({ page, limit }, how) =>
    onState(
      { ...(page !== undefined && { importPage: page }), ...(limit !== undefined && { importLimit: limit }) },
      how,
    )
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
      <Box component="section" flex={1} miw={0}>
        <Title order={2} mb={12}>
          Imports
        </Title>
        <DataTable
          label="Imports"
          columns={columns}
          result={result}
          state={{ page: state.importPage, limit: state.importLimit }}
          onState={onImports}
          empty={{
            icon: FileClock,
            title: 'No imports yet',
            text: 'Uploaded files and their results appear here.',
          }}
        />
      </Box>
    </Flex>
  )
}
