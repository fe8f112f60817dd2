import { datasets } from '@dooryard/contract/data/datasets/datasets'
import type { RollImport } from '@dooryard/contract/data/roll-imports'
import { rolls } from '@dooryard/contract/data/rolls'
import { type CountySetup, countySetups } from '@dooryard/contract/data/sources/county-setups'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { refreshDependents } from '../../../entities/dataset/dataset.data.ts'
import { isImportInProgress } from '../../../entities/import/import-status.ts'
import { buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation, useInvalidate } from '../../../lib/api/use-endpoint-mutation.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { watchEndpoint } from '../../../lib/live/watch-endpoint.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { ProgressBar } from '../../../ui/upload/upload-list.tsx'
import { ExportButton } from './export-button.tsx'
import { LoadedCounty } from './loaded-county.tsx'

/** What shows other counts or other rows once an import has finished. */
const importDependents = [...refreshDependents, rolls.list, countySetups.get, countySetups.list]

const importQuery = (id: string) => buildQuery(rolls.importOf, { params: { id } })

/** The import of a setup, followed until it has finished. */
function useSetupImport(id: string) {
  const cache = useQueryClient()
  const result = useQuery(importQuery(id))
  const refresh = useEffectEvent(useInvalidate(importDependents))
  const isRunning = result.data !== undefined && isImportInProgress(result.data)
  useEffect(() => {
    if (!isRunning) return
    const onEvent = (updated: RollImport) => {
      cache.setQueryData(importQuery(id).queryKey, updated)
      if (!isImportInProgress(updated)) void refresh()
    }
    return watchEndpoint(
      rolls.watchImport,
      { id },
      { onEvent, onState: (state) => state === 'stopped' && void refresh() },
    )
  }, [id, isRunning, cache])
  return result
}

function Running({ row }: { row: RollImport }) {
  const cancel = useEndpointMutation(rolls.cancel, { refreshes: [rolls.importOf, countySetups.get, countySetups.list] })
  const progress =
    row.status === 'QUEUED' ? 'Waiting for earlier imports' : `${pluralize(row.rowsRead, 'row')} read so far`
  // It says that the import is being canceled, or is tried again after a fault.
  const words = row.message ?? progress
  return (
    <Stack gap={16}>
      <ProgressBar share={row.share} label="Import" words={words} />
      <Text c="dimmed" fz="sm">
        What is searchable now stays as it is until the import has finished. You can leave this page.
      </Text>
      {cancel.error && <FailureNotice error={cancel.error} />}
      <Group>
        <Button
          size="xs"
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ params: { id: row.id } })}
        >
          Cancel import
        </Button>
      </Group>
    </Stack>
  )
}

const Outcome = ({ row }: { row: RollImport }) =>
  row.status === 'CANCELED' ? (
    <Notice tone="info">The import was canceled. What was searchable before is unchanged.</Notice>
  ) : (
    <Notice tone="bad">{row.message ?? 'Import failed.'}</Notice>
  )

/** Why the last import of an open setup has loaded nothing. */
export function LastImport({ importId }: { importId: string }) {
  const { data } = useQuery(importQuery(importId))
  return data && (data.status === 'CANCELED' || data.status === 'FAILED') ? <Outcome row={data} /> : null
}

/** An import that loaded nothing, of a setup without files that could be open again: why, and how to go on. */
function NotLoaded({ row, document }: { row: RollImport; document: SourceDocument }) {
  const retry = useEndpointMutation(rolls.retry, { refreshes: [rolls.importOf, datasets.history] })
  return (
    <Stack gap={16} align="flex-start">
      <Outcome row={row} />
      {retry.error && <FailureNotice error={retry.error} />}
      <Group gap={8}>
        {row.canRetry && (
          <Button loading={retry.isPending} onClick={() => retry.mutate({ params: { id: row.id } })}>
            Try Again
          </Button>
        )}
        <LinkButton variant="default" to="/portal/data">
          Back to data
        </LinkButton>
        <ExportButton document={document} />
      </Group>
    </Stack>
  )
}

type ImportProgressProps = { importId: string; setup: CountySetup; document: SourceDocument }

/** The import that was started: its progress, and then what it has loaded. */
export function ImportProgress({ importId, setup, document }: ImportProgressProps) {
  const result = useSetupImport(importId)
  const row = result.data
  if (row?.status === 'LOADED' || row?.status === 'UNCHANGED')
    return <LoadedCounty row={row} setup={setup} document={document} />
  return (
    <Panel title="Import">
      <QueryContent what="The import" result={result} loading={96}>
        {(loaded) =>
          isImportInProgress(loaded) ? <Running row={loaded} /> : <NotLoaded row={loaded} document={document} />
        }
      </QueryContent>
    </Panel>
  )
}
