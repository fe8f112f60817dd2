import { buyerKinds, buyerLookBackMonths } from '@dooryard/contract/properties/buyers'
import { Box, Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { RangeInputs } from '../../../criteria/inputs/range-inputs.tsx'
import { useRangeTexts } from '../../../criteria/inputs/use-range-texts.ts'
import { Segments } from '../../../ui/display/segments.tsx'
import { distanceList } from '../buyer-finder.data.ts'
import classes from '../buyer-finder.module.css'
import { type BuyerFinderState, formatMiles, getPriceRange, toSearchChange } from '../buyer-search.ts'

type FiltersProps = { state: BuyerFinderState; onChange: (change: Partial<BuyerFinderState>) => void }

export const BuyerFilters = ({ state, onChange }: FiltersProps) => (
  <Stack gap={20} px={16} pt={20} pb={32}>
    <RadiusField state={state} onChange={onChange} />
    <Field legend="Bought in the last">
      <Segments
        name="months"
        segments={buyerLookBackMonths.map((months) => ({ value: months, label: `${months} months` }))}
        value={state.months}
        onChange={(months) => onChange(toSearchChange({ months }))}
      />
    </Field>
    <PriceField state={state} onChange={onChange} />
    <KindField state={state} onChange={onChange} />
  </Stack>
)

const Field = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <Box component="fieldset" miw={0} m={0} p={0} bd={0}>
    <Text component="legend" fz={13} lh="20px" fw={500} mb={4} p={0}>
      {legend}
    </Text>
    {children}
  </Box>
)

function RadiusField({ state, onChange }: FiltersProps) {
  const { data } = useQuery(distanceList())
  const offered = data?.items ?? [{ value: String(state.miles), label: formatMiles(state.miles) }]
  return (
    <NativeSelect
      label="Radius"
      size="sm"
      data={offered.map(({ value, label }) => ({ value, label }))}
      value={String(state.miles)}
      // The server lists the distances, and the search parameter schema accepts no others.
      onChange={({ currentTarget }) =>
        onChange(toSearchChange({ miles: Number(currentTarget.value) as typeof state.miles }))
      }
    />
  )
}

function PriceField({ state, onChange }: FiltersProps) {
  const hintId = useId()
  const value = getPriceRange(state)
  const { texts, type, report, onBlur, problem } = useRangeTexts({
    value,
    unit: 'dollars',
    isWhole: false,
    onChange: (price) =>
      onChange(toSearchChange({ min: price?.min, max: price?.max, unpriced: price?.includeUnknown || undefined })),
  })
  return (
    <Field legend="Purchase price">
      <RangeInputs
        label="Price"
        leftSection="$"
        texts={texts}
        onType={type}
        onBlur={onBlur}
        problem={problem}
        describedBy={hintId}
      />
      {value && (
        <Checkbox
          size="sm"
          mt={6}
          py={4}
          label="Include unknown prices"
          checked={value.includeUnknown ?? false}
          onChange={({ currentTarget }) => report({ ...value, includeUnknown: currentTarget.checked || undefined })}
        />
      )}
      <Text id={hintId} fz={12} lh="16px" c="dimmed" mt={6}>
        Other purchases are not counted
      </Text>
    </Field>
  )
}

const KindField = ({ state, onChange }: FiltersProps) => (
  <Field legend="Buyer type">
    <Stack gap={0} mx={-8}>
      {buyerKinds.terms.map(({ value, label, description }) => (
        <label key={value} className={classes.kind}>
          <input
            type="radio"
            name="kind"
            aria-label={label}
            aria-describedby={`kind-${value}`}
            checked={state.kind === value}
            onChange={() => onChange(toSearchChange({ kind: value }))}
          />
          <span>
            {label}
            <Text span display="block" id={`kind-${value}`} fz={12} lh="16px" c="dimmed">
              {description}
            </Text>
          </span>
        </label>
      ))}
    </Stack>
  </Field>
)
