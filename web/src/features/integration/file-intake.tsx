import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import type { FileImport } from '@dooryard/contract/file-imports'
import type { PageOf } from '@dooryard/contract/paging'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { OutcomeText } from '../../entities/import/import-columns.tsx'
import { ImportIntake, type ImportIntakeProps } from '../../entities/import/import-intake.tsx'
import { isInProgress } from '../../entities/import/import-status.ts'
import { formatNumber, plural } from '../../lib/format.ts'
import { liveQueryOf } from '../../lib/query.ts'
import { useRefresh } from '../../lib/use-call.ts'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import type { FileImportCalls } from './integration.data.ts'

/** The rejected lines, each with its reason, shown on demand. */
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

const describe = (row: FileImport) => (
  <>
    <OutcomeText>
      {plural(row.rowsTaken, 'line')} taken, {formatNumber(row.rowsRejected)} rejected
    </OutcomeText>
    {row.message && <OutcomeText>{row.message}</OutcomeText>}
    <RejectedLines row={row} />
  </>
)

const pollMs = 2_000

const pollInProgress = ({ state: { data } }: { state: { data: PageOf<FileImport> | undefined } }) =>
  data?.items.some(isInProgress) ? pollMs : false

type ImportPage = { importPage: number; importLimit: number }

/** A page of imports, fetched again while one is in progress; once one has changed, so are the answers it changes. */
function useFileImports(endpoint: FileImportCalls['imports'], page: ImportPage, changes: AnyEndpoint[]) {
  const query = { page: page.importPage, limit: page.importLimit }
  const result = useQuery({ ...liveQueryOf(endpoint, { query }), refetchInterval: pollInProgress })
  const now = result.data?.items.map(({ id, status }) => `${id} ${status}`).join()
  const before = useRef<string>(undefined)
  const refresh = useEffectEvent(useRefresh(changes.filter((changed) => changed !== endpoint)))
  useEffect(() => {
    if (now === undefined) return
    if (before.current !== undefined && before.current !== now) void refresh()
    before.current = now
  }, [now])
  return result
}

type FileIntakeProps<Query> = Omit<ImportIntakeProps<FileImport, Query>, 'calls' | 'unit' | 'describe' | 'result'> & {
  calls: FileImportCalls
}

/** Where a file of numbers or contacts is uploaded, and how the imports of those before it went. */
export const FileIntake = <Query,>(props: FileIntakeProps<Query>) => (
  <ImportIntake<FileImport, Query>
    {...props}
    unit="line"
    describe={describe}
    result={useFileImports(props.calls.imports, props.state, props.changes)}
  />
)
