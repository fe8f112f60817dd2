import type { RollImport } from '@dooryard/contract/data/roll-imports'
import { rolls } from '@dooryard/contract/data/rolls'
import { type CountySetup, countySetups } from '@dooryard/contract/data/sources/county-setups'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { isImportInProgress } from '../../../entities/import/import-status.ts'
import { buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation, useInvalidate } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { watchEndpoint } from '../../../lib/live/watch-endpoint.ts'
import { canAccess } from '../../../lib/navigation/portal-access.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { useCopy } from '../../../ui/display/copy-button.tsx'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { ProgressBar } from '../../../ui/upload/upload-list.tsx'
import { ExportButton } from './export-button.tsx'

/** What shows other counts or other rows once an import has finished. */
const importDependents = [rolls.list, rolls.get, rolls.coverage, rolls.imports, countySetups.list]

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

/**
 * The lead finder is a screen of users, so an administrator copies the link that shows them the county, or opens it
 * when acting as one.
 */
function FinderLink({ fips }: { fips: string | null }) {
  const { role } = useUser()
  const { isCopied, copy } = useCopy()
  const router = useRouter()
  const to = '/portal/lead-finder'
  const search = fips === null ? {} : { criteria: { location: { counties: [fips] } } }
  if (canAccess(role, to)) {
    return (
      <LinkButton variant="default" to={to} search={search}>
        Open in the lead finder
      </LinkButton>
    )
  }
  const { href } = router.buildLocation({ to, search })
  return (
    <Button variant="default" onClick={() => copy(new URL(href, window.location.href).href)}>
      {isCopied ? 'Copied' : 'Copy lead finder link'}
    </Button>
  )
}

function Loaded({ row, setup, document }: { row: RollImport; setup: CountySetup; document: SourceDocument }) {
  const fips = 'fips' in document.county ? document.county.fips : setup.countyFips
  const { rowsMapped = 0, rowsRejected = 0, status } = row
  const outcome =
    status === 'UNCHANGED'
      ? 'This file is already loaded. Nothing changed.'
      : `${pluralize(rowsMapped, 'row')} imported, ${formatNumber(rowsRejected)} rejected.`
  return (
    <Stack gap={16} align="flex-start">
      <Notice tone="good">{outcome}</Notice>
      <Group gap={8}>
        <LinkButton to="/portal/coverage">View data coverage</LinkButton>
        <FinderLink fips={fips} />
        <LinkButton variant="default" to="/portal/data">
          Back to data
        </LinkButton>
        <ExportButton document={document} />
      </Group>
    </Stack>
  )
}

function Running({ row }: { row: RollImport }) {
  const cancel = useEndpointMutation(rolls.cancel, { refreshes: [rolls.importOf] })
  const words =
    row.status === 'QUEUED' ? 'Waiting for earlier imports' : `${pluralize(row.rowsRead, 'row')} read so far`
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

const Canceled = () => (
  <Stack gap={16} align="flex-start">
    <Notice tone="info">The import was canceled. What was searchable before is unchanged.</Notice>
    <LinkButton variant="default" to="/portal/data">
      Back to data
    </LinkButton>
  </Stack>
)

type ImportProgressProps = { importId: string; setup: CountySetup; document: SourceDocument }

/** The import that was started: its progress, its result, and where its properties are found. */
export function ImportProgress({ importId, setup, document }: ImportProgressProps) {
  const result = useSetupImport(importId)
  return (
    <Panel title="Import">
      <QueryContent what="The import" result={result} loading={96}>
        {(row) => {
          if (row.status === 'FAILED') return <Notice tone="bad">{row.message ?? 'Import failed.'}</Notice>
          if (row.status === 'CANCELED') return <Canceled />
          if (!isImportInProgress(row)) return <Loaded row={row} setup={setup} document={document} />
          return <Running row={row} />
        }}
      </QueryContent>
    </Panel>
  )
}
