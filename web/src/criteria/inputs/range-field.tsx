import type { RangeUnit } from '@dooryard/contract/criteria/criteria-fields'
import type { Range } from '@dooryard/contract/criteria/ranges'
import { Box, Group, Stack, Text } from '@mantine/core'
import { formatNumber } from '../../lib/format/format.ts'
import { CheckBox } from './check-box.tsx'
import { Histogram, type RangeFacet } from './histogram.tsx'
import { RangeInputs } from './range-inputs.tsx'
import { useRangeTexts } from './use-range-texts.ts'

type RangeFieldProps = {
  label: string
  unit: RangeUnit
  isWhole: boolean
  /** The counts under the other filters, once loaded. */
  facet: RangeFacet | undefined
  isStale: boolean
  value: Range | undefined
  onChange: (value: Range | undefined) => void
}

const unitLabels: Partial<Record<RangeUnit, string>> = { dollars: '$', sqft: 'sq ft', percent: '%' }

/** A range with a lower and an upper bound, both optional, set by drawing on the histogram or by typing. */
export function RangeField({ label, unit, isWhole, facet, isStale, value, onChange }: RangeFieldProps) {
  const { texts, type, draw, report, onBlur, problem } = useRangeTexts({ value, unit, isWhole, onChange })
  return (
    <Stack component="fieldset" gap={6} m={0} p={0} miw={0} bd={0}>
      <Group component="legend" gap={4} wrap="nowrap" align="baseline" w="100%" p={0} mb={4} fz="sm" fw={500} lh="18px">
        {label}{' '}
        {unitLabels[unit] && (
          <Text span fz={12} c="dimmed">
            {unitLabels[unit]}
          </Text>
        )}
        {facet && facet.unknown > 0 && !value && (
          <Text span className="numbers" fz={12} c="dimmed" ml="auto">
            {formatNumber(facet.unknown)} unknown
          </Text>
        )}
      </Group>
      {facet ? (
        <Histogram label={label} unit={unit} facet={facet} isStale={isStale} value={value} onDraw={draw} />
      ) : (
        <Box h={32} style={{ borderBottom: '1px solid var(--line)' }} />
      )}
      <RangeInputs size="xs" label={label} texts={texts} onType={type} onBlur={onBlur} problem={problem} />
      {value && (
        <CheckBox
          label={facet ? `Or unknown (${formatNumber(facet.unknown)})` : 'Or unknown'}
          checked={value.includeUnknown ?? false}
          onChange={(checked) => report({ ...value, includeUnknown: checked || undefined })}
        />
      )}
    </Stack>
  )
}
