import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import type { PageResult } from '@dooryard/contract/api/paging'
import type { contacts } from '@dooryard/contract/data/contacts'
import type { adminDnc, dnc } from '@dooryard/contract/data/dnc'
import type { FileImport } from '@dooryard/contract/data/file-imports'
import type { gazetteers } from '@dooryard/contract/data/gazetteers'
import type { mapParts } from '@dooryard/contract/data/map-parts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { useInvalidateOnChange } from '../../lib/api/use-endpoint-mutation.ts'
import { formatNumber, pluralize } from '../../lib/format/format.ts'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import { OutcomeText } from './import-columns.tsx'
import { ImportPanel, type ImportPanelProps } from './import-panel.tsx'
import { isImportInProgress } from './import-status.ts'

type FileImportEndpoints = typeof contacts | typeof dnc | typeof adminDnc | typeof gazetteers | typeof mapParts

/** The rejected lines with their reasons, collapsed by default. */
function RejectedLines({ row: { rejected, rowsRejected, fileName } }: { row: FileImport }) {
  if (rejected.length === 0) return null
  return (
    <Text inherit component="details" maw="48ch" style={{ whiteSpace: 'normal' }}>
      <Text
        inherit
        component="summary"
        mih={24}
        c="var(--mantine-color-brand-light-color)"
        lh="24px"
        style={{ cursor: 'pointer' }}
        aria-label={`Rejected lines of ${fileName}`}
      >
        Rejected lines
      </Text>
      <PlainList gap={4} mt={4} c="dimmed" lh="18px" style={{ overflowWrap: 'anywhere' }}>
        {rejected.map(({ line, reason }) => (
          <li key={line}>
            Line {formatNumber(line)}: {reason}
          </li>
        ))}
        {rowsRejected > rejected.length && <li>and {formatNumber(rowsRejected - rejected.length)} more</li>}
      </PlainList>
    </Text>
  )
}

const describeImport = (row: FileImport) => (
  <>
    <OutcomeText>
      {pluralize(row.rowsTaken, 'line')} taken, {formatNumber(row.rowsRejected)} rejected
    </OutcomeText>
    {row.message && <OutcomeText>{row.message}</OutcomeText>}
    <RejectedLines row={row} />
  </>
)

const pollMs = 2_000

const pollInProgress = ({ state: { data } }: { state: { data: PageResult<FileImport> | undefined } }) =>
  data?.items.some(isImportInProgress) ? pollMs : false

type ImportPage = { importPage: number; importLimit: number }

/**
 * A page of imports, refetched while one is in progress; when an import changes, the queries that depend on it are
 * invalidated.
 */
function useFileImports(endpoint: FileImportEndpoints['imports'], page: ImportPage, changes: AnyEndpoint[]) {
  const query = { page: page.importPage, limit: page.importLimit }
  const result = useQuery({ ...buildLiveQuery(endpoint, { query }), refetchInterval: pollInProgress })
  useInvalidateOnChange(
    // As one state: an import that was not listed before changes what depends on it too.
    result.data && { imports: result.data.items.map(({ id, status }) => `${id} ${status}`).join() },
    changes.filter((changed) => changed !== endpoint),
  )
  return result
}

type FileImportPanelProps<Query> = Omit<
  ImportPanelProps<FileImport, Query>,
  'calls' | 'unit' | 'describe' | 'result'
> & {
  calls: FileImportEndpoints
}

/** Uploads a file of numbers, contacts or addresses, and lists the previous imports. */
export const FileImportPanel = <Query,>(props: FileImportPanelProps<Query>) => (
  <ImportPanel<FileImport, Query>
    {...props}
    unit="line"
    describe={describeImport}
    result={useFileImports(props.calls.imports, props.state, props.changes)}
  />
)
