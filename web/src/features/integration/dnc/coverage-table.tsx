import { dncMaxAgeDays } from '@dooryard/contract/api/limits'
import type { DncListVersion } from '@dooryard/contract/data/dnc'
import { Box, Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PhoneOff } from 'lucide-react'
import { useMemo } from 'react'
import { getStateName } from '../../../criteria/places/states.ts'
import { buildQuery } from '../../../lib/api/query.ts'
import { emptyValue, formatDay, formatNumber } from '../../../lib/format/format.ts'
import { TextWithDescription } from '../../../ui/display/description-list.tsx'
import { ShareBar } from '../../../ui/display/share-bar.tsx'
import { defineColumns, type OnTableStateChange } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useCoverage, useDnc } from '../integration.data.ts'
import type { CoverageState } from '../integration-search.ts'
import {
  type CoverageRow,
  describeRemoval,
  formatAge,
  getCoveragePage,
  toAgeShare,
  toAgeState,
  toStateChoices,
} from './coverage-rows.ts'
import { RemoveVersionButton, VersionOwner } from './version-cells.tsx'

const ageOptions = [
  { value: 'CURRENT', label: 'In date' },
  { value: 'ENDING', label: 'Expiring within a week' },
  { value: 'STALE', label: 'Out of date' },
]

const colorsByAge = {
  CURRENT: { bar: 'var(--accent)' },
  ENDING: { bar: 'var(--mantine-color-warn-filled)', c: 'var(--mantine-color-warn-light-color)', fw: 550 },
  STALE: { bar: 'var(--mantine-color-bad-filled)', c: 'var(--mantine-color-bad-light-color)', fw: 550 },
}

function AgeBar({ version, maxAgeDays }: { version: DncListVersion; maxAgeDays: number }) {
  const { bar, ...text } = colorsByAge[toAgeState(version, maxAgeDays)]
  return (
    <ShareBar
      {...text}
      w={136}
      title={`Accessed ${formatDay(version.accessedOn)}`}
      parts={[{ share: toAgeShare(version, maxAgeDays), color: bar }]}
    >
      {formatAge(version, maxAgeDays)}
    </ShareBar>
  )
}

type CoverageColumnOptions = { isPlatform: boolean; maxAgeDays: number; states: { value: string; label: string }[] }

const buildCoverageColumns = ({ isPlatform, maxAgeDays, states }: CoverageColumnOptions) =>
  defineColumns<CoverageRow>([
    {
      id: 'areaCode',
      header: 'Area code',
      sortable: true,
      card: 'title',
      cell: ({ areaCode }) => <strong>{areaCode}</strong>,
    },
    {
      id: 'state',
      header: 'State',
      filter: { kind: 'select', key: 'state', label: 'Any state', options: states },
      cell: ({ used }) => (used.state ? getStateName(used.state) : emptyValue),
    },
    {
      id: 'numbers',
      header: 'Numbers',
      sortable: true,
      align: 'right',
      cell: ({ used }) => formatNumber(used.numbers),
    },
    {
      id: 'owner',
      header: isPlatform ? 'Source' : 'Copy in use',
      card: 'corner',
      cell: ({ used }) => <VersionOwner version={used} />,
    },
    {
      id: 'san',
      header: 'SAN',
      cell: ({ used }) => (used.isGenerated ? 'Generated for the demo' : (used.san ?? emptyValue)),
    },
    {
      id: 'accessedOn',
      header: 'Accessed',
      cell: ({ used, fallback }) => (
        <TextWithDescription
          first={formatDay(used.accessedOn)}
          second={fallback && `Platform: ${formatDay(fallback.accessedOn)}`}
        />
      ),
    },
    {
      id: 'ageDays',
      header: 'Age',
      sortable: true,
      filter: { kind: 'select', key: 'age', label: 'Any age', options: ageOptions },
      cell: ({ used }) => <AgeBar version={used} maxAgeDays={maxAgeDays} />,
    },
    {
      id: 'action',
      header: 'Action',
      card: 'action',
      width: 100,
      cell: (row) => (
        <RemoveVersionButton
          version={row.used}
          label={`Remove the copy of ${row.areaCode}`}
          consequence={describeRemoval(row, maxAgeDays)}
          confirm={`Remove ${row.areaCode}`}
          done={`Copy of ${row.areaCode} removed`}
        />
      ),
    },
  ])

/** The part of the URL state that belongs to this table. */
const toTableState = ({ page, limit, search, state, age, sort, order }: CoverageState) => ({
  page,
  limit,
  ...(search && { search }),
  ...(state && { state }),
  ...(age && { age }),
  ...(sort && { sort }),
  ...(order && { order }),
})

type CoverageTableProps = { state: CoverageState; onState: OnTableStateChange; onImport: () => void }

export function CoverageTable({ state, onState, onImport }: CoverageTableProps) {
  const { isPlatform, calls } = useDnc()
  const { data } = useCoverage()
  const asked = toTableState(state)
  // All rows come in one response, so paging needs no request.
  const result = useQuery({ ...buildQuery(calls.coverage, {}), select: (coverage) => getCoveragePage(coverage, asked) })
  const maxAgeDays = data?.maxAgeDays ?? dncMaxAgeDays
  const columns = useMemo(
    () => buildCoverageColumns({ isPlatform, maxAgeDays, states: toStateChoices(data?.copies ?? []) }),
    [isPlatform, maxAgeDays, data?.copies],
  )
  return (
    <Box component="section">
      <Title order={2} mb={12}>
        Area codes
      </Title>
      <DataTable
        label="Area codes"
        columns={columns}
        result={result}
        rowId={({ areaCode }) => areaCode}
        state={asked}
        onState={onState}
        searchBy="area code or state"
        empty={{
          icon: PhoneOff,
          title: 'No area code is covered',
          text: 'Until a copy of the national registry is imported, no phone number is delivered as callable.',
          action: (
            <Button variant="default" onClick={onImport}>
              Import a list
            </Button>
          ),
        }}
      />
    </Box>
  )
}
