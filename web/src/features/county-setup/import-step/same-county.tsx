import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import type { SetupImport } from '@dooryard/contract/data/sources/setup-changes'
import { Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { formatDay, pluralize } from '../../../lib/format/format.ts'
import { Segments } from '../../../ui/display/segments.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { RemovedProperties } from './replaced-dataset.tsx'

type SameCountyDataset = NonNullable<CountySetup['sameCounty']>
type Choice = NonNullable<SetupImport['sameCounty']>

/** What was chosen for the dataset as it was then. */
export type SameCountyChoice = { choice: Choice; of: SameCountyDataset } | null

/** What was chosen, as far as it still is of the same dataset: newer data ask again. */
export function toSameCounty(
  chosen: SameCountyChoice,
  loaded: CountySetup['sameCounty'],
): Pick<SetupImport, 'sameCounty' | 'replacesNewer'> {
  if (!chosen || !loaded || chosen.of.source !== loaded.source) return {}
  if (chosen.choice === 'KEEP') return { sameCounty: 'KEEP' }
  const { newerAt } = loaded
  if (chosen.of.newerAt !== newerAt) return {}
  return { sameCounty: 'REPLACE', ...(newerAt !== undefined && { replacesNewer: newerAt }) }
}

const segments = [
  { value: 'REPLACE', label: 'Replace it' },
  { value: 'KEEP', label: 'Keep both' },
] as const

const bothAreSearched =
  'Properties of both are searched. A parcel number that both have is one property, as loaded last.'

type SameCountyProps = {
  dataset: SameCountyDataset
  countyName: string
  /** How many properties the check has counted. */
  checked: number | undefined
  choice: Choice | undefined
  onChange: (choice: Choice) => void
}

/** Says that the county is loaded already from another source, and asks whether that is replaced. */
export function SameCounty({ dataset, countyName, checked, choice, onChange }: SameCountyProps) {
  const { name, properties, loadedAt, newer, canReplace } = dataset
  const group = useId()
  const size = `${pluralize(properties, 'property', 'properties')}, loaded on ${formatDay(loadedAt)}`
  if (!canReplace)
    return (
      <Notice tone="info">
        {countyName} is also in {name} ({size}). {bothAreSearched}
      </Notice>
    )
  return (
    <Stack gap={12}>
      <Notice tone="warn">
        {countyName} is loaded already as {name}: {size}. {newer}
        {choice === 'REPLACE' && <RemovedProperties properties={properties} checked={checked} />}
      </Notice>
      <fieldset className="plain" style={{ alignSelf: 'start' }}>
        <legend className="visually-hidden">The county that is loaded already</legend>
        <Segments name={group} segments={segments} value={choice} onChange={onChange} />
      </fieldset>
      {choice && (
        <Text c="dimmed" fz="sm" maw="72ch">
          {choice === 'REPLACE'
            ? `All of ${name} is replaced by this import, which takes its name.`
            : `${bothAreSearched} One whose number the two write differently is found twice.`}
        </Text>
      )}
    </Stack>
  )
}
