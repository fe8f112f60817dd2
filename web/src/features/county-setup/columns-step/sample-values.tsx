import { Box, Skeleton, Text } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import { emptyValue } from '../../../lib/format/format.ts'
import classes from './columns.module.css'

export type FieldSample = { cells: string[]; value: string | null; isImplausible: boolean }

const Before = ({ cells }: Pick<FieldSample, 'cells'>) => {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length === 0 ? (
    <Text span inherit c="dimmed">
      {'empty'}
    </Text>
  ) : (
    filled.join(' · ')
  )
}

function After({ value, isImplausible }: Pick<FieldSample, 'value' | 'isImplausible'>) {
  if (!isImplausible) return value ?? emptyValue
  return (
    <Text span inherit c="var(--mantine-color-warn-light-color)" fw={550}>
      {value === null ? 'Implausible' : `${value} (implausible)`}
    </Text>
  )
}

/** Five values of a field: as the file has them, and as Dooryard reads them. */
export function SampleValues({ samples }: { samples: readonly FieldSample[] | undefined }) {
  if (!samples) return <Skeleton height={150} role="status" aria-label="Loading the values" />
  if (samples.length === 0)
    return (
      <Text c="dimmed" fz="sm">
        No row has a value.
      </Text>
    )
  return (
    <Box component="table" className={classes.samples}>
      <caption className="visually-hidden">Values before and after</caption>
      <thead>
        <tr>
          <th scope="col">In the file</th>
          <td aria-hidden="true" />
          <th scope="col">In Dooryard</th>
        </tr>
      </thead>
      <tbody>
        {samples.map((sample, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values repeat, and the list is replaced as a whole
          <tr key={at}>
            <td>
              <Before cells={sample.cells} />
            </td>
            <td aria-hidden="true">
              <ArrowRight size={14} />
            </td>
            <td>
              <After {...sample} />
            </td>
          </tr>
        ))}
      </tbody>
    </Box>
  )
}
