import type { DncCopy } from '@dooryard/contract/dnc'
import { Button } from '@mantine/core'
import { stateName } from '../../criteria/places/states.ts'
import { formatDay, formatNumber, unknown } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { TwoLines } from '../../ui/display/facts.tsx'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { AgeBar } from './age-bar.tsx'
import { type CoverageRow, removalWords } from './coverage-rows.ts'
import { useRemoveCopy } from './integration.data.ts'

const column = columnsOf<CoverageRow>()

const ages = [
  { value: 'CURRENT', label: 'In date' },
  { value: 'ENDING', label: 'Out of date within a week' },
  { value: 'STALE', label: 'Out of date' },
]

/** Whose a copy is. */
export const Owner = ({ copy }: { copy: DncCopy }) =>
  copy.owner === 'YOURS' ? <Tag tone="good">Yours</Tag> : <Tag tone="plain">Platform</Tag>

const sanOf = ({ san, isGenerated }: DncCopy) => (isGenerated ? 'Generated for the demo' : (san ?? unknown))

function RemoveCopy({ row, maxAgeDays }: { row: CoverageRow; maxAgeDays: number }) {
  const remove = useRemoveCopy()
  const { areaCode, used } = row
  const ask = () =>
    askFirst({
      title: `Remove the copy of ${areaCode}?`,
      children: removalWords(row, maxAgeDays),
      labels: { confirm: `Remove ${areaCode}`, cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate(used, { onSuccess: () => toastDone(`The copy of ${areaCode} is removed`) }),
    })
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      aria-label={`Remove the copy of ${areaCode}`}
      loading={remove.isPending}
      onClick={ask}
    >
      Remove
    </Button>
  )
}

type About = { isPlatform: boolean; maxAgeDays: number; states: { value: string; label: string }[] }

/** The columns of the area codes that are covered. */
export const coverageColumns = ({ isPlatform, maxAgeDays, states }: About) =>
  column.columns([
    column.accessor('areaCode', {
      header: 'Area code',
      enableSorting: true,
      meta: { card: 'title' },
      cell: ({ getValue }) => <strong>{getValue()}</strong>,
    }),
    column.accessor(({ used }) => used.state, {
      id: 'state',
      header: 'State',
      meta: { filter: { kind: 'select', key: 'state', label: 'Any state', options: states } },
      cell: ({ row: { original } }) => (original.used.state ? stateName(original.used.state) : unknown),
    }),
    column.accessor(({ used }) => used.numbers, {
      id: 'numbers',
      header: 'Numbers',
      enableSorting: true,
      meta: { align: 'right' },
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    column.display({
      id: 'owner',
      header: isPlatform ? 'Copy' : 'Copy in use',
      meta: { card: 'corner' },
      cell: ({ row: { original } }) => <Owner copy={original.used} />,
    }),
    column.display({
      id: 'san',
      header: 'SAN',
      cell: ({ row: { original } }) => sanOf(original.used),
    }),
    column.accessor(({ used }) => used.accessedOn, {
      id: 'accessedOn',
      header: 'Accessed',
      cell: ({
        row: {
          original: { used, behind },
        },
      }) => (
        <TwoLines first={formatDay(used.accessedOn)} second={behind && `Platform: ${formatDay(behind.accessedOn)}`} />
      ),
    }),
    column.accessor(({ used }) => used.ageDays, {
      id: 'ageDays',
      header: 'Age',
      enableSorting: true,
      meta: { filter: { kind: 'select', key: 'age', label: 'Any age', options: ages } },
      cell: ({ row: { original } }) => <AgeBar copy={original.used} maxAgeDays={maxAgeDays} />,
    }),
    column.display({
      id: 'action',
      header: 'Action',
      meta: { card: 'action', width: 100 },
      cell: ({ row: { original } }) =>
        (isPlatform || original.used.owner === 'YOURS') && <RemoveCopy row={original} maxAgeDays={maxAgeDays} />,
    }),
  ])
