import type { DncCopy } from '@dooryard/contract/dnc'
import { dncMaxAgeDays } from '@dooryard/contract/limits'
import { Box, Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PhoneOff } from 'lucide-react'
import { useMemo } from 'react'
import { stateName } from '../../../criteria/places/states.ts'
import { formatDay, formatNumber, unknown } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { TwoLines } from '../../../ui/display/facts.tsx'
import { ShareBar } from '../../../ui/display/share-bar.tsx'
import { defineColumns, type OnState } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useCoverage, useDnc } from '../integration.data.ts'
import type { CoverageState } from '../integration-search.ts'
import { CopyOwner, RemoveCopyButton } from './copy-cells.tsx'
import {
  type CoverageRow,
  coveragePage,
  describeRemoval,
  formatAge,
  toAgeShare,
  toAgeState,
  toStateChoices,
} from './coverage-rows.ts'

const ages = [
  { value: 'CURRENT', label: 'In date' },
  { value: 'ENDING', label: 'Out of date within a week' },
  { value: 'STALE', label: 'Out of date' },
]

const ageColors = {
  CURRENT: { bar: 'var(--accent)' },
  ENDING: { bar: 'var(--mantine-color-warn-filled)', c: 'var(--mantine-color-warn-light-color)', fw: 550 },
  STALE: { bar: 'var(--mantine-color-bad-filled)', c: 'var(--mantine-color-bad-light-color)', fw: 550 },
}

function AgeBar({ copy, maxAgeDays }: { copy: DncCopy; maxAgeDays: number }) {
  const { bar, ...text } = ageColors[toAgeState(copy, maxAgeDays)]
  return (
    <ShareBar
      {...text}
      w={136}
      title={`Accessed ${formatDay(copy.accessedOn)}`}
      parts={[{ share: toAgeShare(copy, maxAgeDays), color: bar }]}
    >
      {formatAge(copy, maxAgeDays)}
    </ShareBar>
  )
}

type Options = { isPlatform: boolean; maxAgeDays: number; states: { value: string; label: string }[] }

const coverageColumns = ({ isPlatform, maxAgeDays, states }: Options) =>
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
      cell: ({ used }) => (used.state ? stateName(used.state) : unknown),
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
      header: isPlatform ? 'Copy' : 'Copy in use',
      card: 'corner',
      cell: ({ used }) => <CopyOwner copy={used} />,
    },
    {
      id: 'san',
      header: 'SAN',
      cell: ({ used }) => (used.isGenerated ? 'Generated for the demo' : (used.san ?? unknown)),
    },
    {
      id: 'accessedOn',
      header: 'Accessed',
      cell: ({ used, behind }) => (
        <TwoLines first={formatDay(used.accessedOn)} second={behind && `Platform: ${formatDay(behind.accessedOn)}`} />
      ),
    },
    {
      id: 'ageDays',
      header: 'Age',
      sortable: true,
      filter: { kind: 'select', key: 'age', label: 'Any age', options: ages },
      cell: ({ used }) => <AgeBar copy={used} maxAgeDays={maxAgeDays} />,
    },
    {
      id: 'action',
      header: 'Action',
      card: 'action',
      width: 100,
      cell: (row) => (
        <RemoveCopyButton
          copy={row.used}
          label={`Remove the copy of ${row.areaCode}`}
          consequence={describeRemoval(row, maxAgeDays)}
          confirm={`Remove ${row.areaCode}`}
          done={`The copy of ${row.areaCode} is removed`}
        />
      ),
    },
  ])

/** The part of the address that is this table's. */
const toTableState = ({ page, limit, search, state, age, sort, order }: CoverageState) => ({
  page,
  limit,
  ...(search && { search }),
  ...(state && { state }),
  ...(age && { age }),
  ...(sort && { sort }),
  ...(order && { order }),
})

type CoverageTableProps = { state: CoverageState; onState: OnState; onImport: () => void }

export function CoverageTable({ state, onState, onImport }: CoverageTableProps) {
  const { isPlatform, calls } = useDnc()
  const { data } = useCoverage()
  const asked = toTableState(state)
  // They come all at once, so that a page needs no call of its own.
  const result = useQuery({ ...queryOf(calls.coverage, {}), select: (coverage) => coveragePage(coverage, asked) })
  const maxAgeDays = data?.maxAgeDays ?? dncMaxAgeDays
  const columns = useMemo(
    () => coverageColumns({ isPlatform, maxAgeDays, states: toStateChoices(data?.copies ?? []) }),
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
