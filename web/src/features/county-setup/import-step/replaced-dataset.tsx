import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import type { SetupImport } from '@dooryard/contract/data/sources/setup-changes'
import { Checkbox, Stack, Text } from '@mantine/core'
import { formatNumber, formatShare, pluralize } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'

type ReplacedDatasetProps = {
  dataset: NonNullable<CountySetup['replaces']>
  /** How many properties the check has counted. */
  checked: number | undefined
  isConfirmed: boolean
  onChange: (isConfirmed: boolean) => void
}

const namedCounties = 3

type ReplaceConfirmation = Pick<SetupImport, 'replaces' | 'replacesNewer'>

/** What was confirmed, as far as it still is what the import would replace: newer data ask again. */
export function toConfirmation(
  confirmed: CountySetup['replaces'],
  replaced: CountySetup['replaces'],
): ReplaceConfirmation {
  const isSame = confirmed !== null && confirmed.source === replaced?.source && confirmed.newerAt === replaced.newerAt
  if (!isSame) return {}
  const { newerAt } = confirmed
  return { replaces: true, ...(newerAt !== undefined && { replacesNewer: newerAt }) }
}

/** How many properties a replaced dataset would lose at least. */
export function RemovedProperties({ properties, checked }: { properties: number; checked: number | undefined }) {
  const removed = Math.max(properties - (checked ?? properties), 0)
  return removed === 0 ? null : (
    <Text inherit fw={600} mt={2}>
      At least {pluralize(removed, 'property', 'properties')} ({formatShare(removed / properties)}) would be removed:
      the check counted {formatNumber(checked ?? 0)}.
    </Text>
  )
}

/** Says which loaded dataset the import would replace, and has that confirmed. */
export function ReplacedDataset({ dataset, checked, isConfirmed, onChange }: ReplacedDatasetProps) {
  const { name, counties, properties, sales, newer } = dataset
  const places = counties.length > namedCounties ? [`${counties.length} counties`] : counties
  // A dataset of sales alone has no properties of its own.
  const rows = properties > 0 ? pluralize(properties, 'property', 'properties') : pluralize(sales, 'sale')
  return (
    <Stack gap={12}>
      <Notice tone="warn">
        {name} is loaded already: {[...places, rows].join('; ')}. This import replaces all of it. {newer}
        <RemovedProperties properties={properties} checked={checked} />
      </Notice>
      <Checkbox
        label={newer ? `Replace ${name}, although it is newer` : `Replace ${name}`}
        checked={isConfirmed}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </Stack>
  )
}
