import { type SourceSummary, type SourceVersionSummary, sources } from '@dooryard/contract/data/sources/sources'
import { Box, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { downloadFile, uploadFile } from '../../lib/api/file-transfer.ts'
import { listAll } from '../../lib/api/list-all.ts'
import { buildLiveQuery, buildQuery, toQueryKey } from '../../lib/api/query.ts'
import { useInvalidate } from '../../lib/api/use-endpoint-mutation.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { saveBlob, saveJson } from '../../lib/save-file.ts'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { QueryContent } from '../../ui/feedback/query-content.tsx'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'

const initialLimit = 10
const smallButton = { size: 'compact-sm', variant: 'default' } as const

const formatVersion = (version: number) =>
  version === 0 ? 'Shipped with Dooryard' : `Version ${formatNumber(version)}`

function ImportButton() {
  const refresh = useInvalidate([sources.list, sources.get])
  const call = useMutation({
    mutationKey: [sources.import.method, sources.import.path],
    mutationFn: (file: File) =>
      uploadFile(sources.import, { body: file }, { signal: new AbortController().signal, onShare: () => {} }),
    onSuccess: ({ name, version }) => showSuccessToast(`“${name}” saved as version ${formatNumber(version)}`),
    onSettled: refresh,
  })
  return (
    <Stack gap={8} align="flex-end">
      <FileButton accept=".json,application/json" onChange={(file) => file && call.mutate(file)}>
        {(props) => (
          <Button
            {...smallButton}
            {...props}
            loading={call.isPending}
            leftSection={<Upload size={14} aria-hidden="true" />}
          >
            Import a source
          </Button>
        )}
      </FileButton>
      {call.error && <FailureNotice error={call.error} />}
    </Stack>
  )
}

function VersionRow({ source, version }: { source: string; version: SourceVersionSummary }) {
  const save = useMutation({
    mutationFn: () => api.call(sources.version, { params: { source, version: version.version } }),
    onSuccess: ({ document }) => saveJson(document, `${source}-${version.version}.json`),
  })
  return (
    <Group component="li" justify="space-between" gap={12}>
      <Text span fz="sm">
        {formatVersion(version.version)}
        <Text span inherit c="dimmed">
          {version.createdAt && (
            <>
              {', '}
              <Instant at={version.createdAt} />
            </>
          )}
          {version.author && `, ${version.author}`}
        </Text>
      </Text>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={`Download version ${version.version} of ${source}`}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        Download
      </Button>
    </Group>
  )
}

function Versions({ source }: { source: string }) {
  const result = useQuery(buildQuery(sources.get, { params: { source } }))
  return (
    <Box mt={10} pl={16} style={{ borderLeft: '2px solid var(--line)' }}>
      <QueryContent what="The versions" result={result} loading={32}>
        {({ versions }) => (
          <PlainList gap={6} aria-label={`Versions of ${source}`}>
            {versions.map((version) => (
              <VersionRow key={version.version} source={source} version={version} />
            ))}
          </PlainList>
        )}
      </QueryContent>
    </Box>
  )
}

function SourceRow({ row: { source, name, publisher, version, changedAt } }: { row: SourceSummary }) {
  const [isOpen, setOpen] = useState(false)
  const save = useMutation({
    mutationFn: () => downloadFile(sources.export, { params: { source } }),
    onSuccess: (blob) => saveBlob(blob, `${source}.json`),
  })
  return (
    <li>
      <Group justify="space-between" gap="8px 16px">
        <TextWithDescription
          first={<strong>{name}</strong>}
          second={
            <>
              {[publisher, formatVersion(version)].filter((part) => !!part).join(', ')}
              {changedAt && (
                <>
                  {', changed '}
                  <Instant at={changedAt} />
                </>
              )}
            </>
          }
        />
        <Group gap={8}>
          <Button
            {...smallButton}
            aria-expanded={isOpen}
            aria-label={`Versions of ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            Versions
          </Button>
          <Button
            {...smallButton}
            leftSection={<Download size={14} aria-hidden="true" />}
            aria-label={`Export ${name}`}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            Export
          </Button>
        </Group>
      </Group>
      {isOpen && <Versions source={source} />}
    </li>
  )
}

/** The sources: how the file of each county is read, with their versions, as files to keep and to share. */
export function SourcesPanel() {
  const [isExpanded, setExpanded] = useState(false)
  const result = useQuery(buildLiveQuery(sources.list, { query: { page: 1, limit: initialLimit } }))
  const all = useQuery({
    queryKey: [...toQueryKey(sources.list), 'all'],
    queryFn: ({ signal }) => listAll((query) => api.call(sources.list, { query }, { signal })),
    enabled: isExpanded,
  })
  // What another screen left in the cache is not fetched again until it is asked for here.
  const everything = isExpanded ? all.data : undefined
  return (
    <Panel title="Sources" aside={<ImportButton />}>
      <QueryContent what="The sources" result={result} loading={160}>
        {({ items, totalCount }) => (
          <>
            <PlainList gap={14} aria-label="Sources">
              {(everything ?? items).map((row) => (
                <SourceRow key={row.source} row={row} />
              ))}
            </PlainList>
            {totalCount > items.length && !everything && (
              <Button mt={12} size="xs" variant="default" loading={all.isLoading} onClick={() => setExpanded(true)}>
                Show all {formatNumber(totalCount)}
              </Button>
            )}
          </>
        )}
      </QueryContent>
    </Panel>
  )
}
