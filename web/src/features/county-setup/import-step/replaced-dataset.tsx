import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import { Checkbox, Stack } from '@mantine/core'
import { pluralize } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'

type ReplacedDatasetProps = {
  dataset: NonNullable<CountySetup['replaces']>
  isConfirmed: boolean
  onChange: (isConfirmed: boolean) => void
}

/** Says which loaded dataset the import would replace, and has that confirmed. */
export function ReplacedDataset({ dataset, isConfirmed, onChange }: ReplacedDatasetProps) {
  const { name, counties, properties } = dataset
  return (
    <Stack gap={12}>
      <Notice tone="warn">
        {name} is loaded already: {counties.join('; ')}
        {counties.length > 0 && ', '}
        {pluralize(properties, 'property', 'properties')}. This import replaces all of it.
      </Notice>
      <Checkbox
        label={`Replace ${name}`}
        checked={isConfirmed}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </Stack>
  )
}
