import type { Criteria, Dates, Range } from '@dooryard/contract/criteria'
import type { CriteriaField, CriteriaGroup, RangeUnit } from '@dooryard/contract/criteria-fields'
import type { Facet, FacetKey } from '@dooryard/contract/search-answers'
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { useSplit } from '../count/count.data.ts'
import { noteTyped, typingPause } from '../count/count-marks.ts'
import { valueAt, withValue } from '../edit-criteria.ts'
import { countsIn, facetOfField, showsAll, termsOf } from '../fields.ts'
import { CheckList } from '../inputs/check-list.tsx'
import { DatesField } from '../inputs/dates-field.tsx'
import { RangeField } from '../inputs/range-field.tsx'
import { TermChips, YesNoField } from '../inputs/term-field.tsx'

function TextField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const { text, type, set } = useDebouncedText(value, onChange, typingPause)
  return (
    <TextInput
      label={label}
      placeholder="Start of a name"
      maxLength={100}
      value={text}
      onChange={({ currentTarget }) => {
        noteTyped()
        type(currentTarget.value)
      }}
      rightSection={text && <CloseButton size="sm" aria-label={`Clear ${label}`} onClick={() => set('')} />}
    />
  )
}

type ControlProps = {
  field: CriteriaField
  facet: Facet | undefined
  isStale: boolean
  value: unknown
  onChange: (value: unknown) => void
}

// Bathrooms and stories come in halves.
const counted = new Set(['bedrooms', 'units', 'propertiesOwned', 'openLoans'])
const isCounted = (key: string, unit: RangeUnit) => unit === 'year' || unit === 'years' || counted.has(key)

// The schema of criteria guarantees the type of each value; the table of fields says which control takes it.
function Control({ field, facet, isStale, value, onChange }: ControlProps) {
  const { label, hint } = field
  const counts = { countOf: countsIn(facet), isStale }
  switch (field.type) {
    case 'terms': {
      const terms = termsOf(field.vocabulary)
      const given = { label, hint, ...counts, value: (value as string[]) ?? [], onChange }
      if (showsAll(field)) return <TermChips terms={terms} {...given} />
      return <CheckList choices={terms} none={field.vocabulary === 'signals' ? 'None' : 'Any'} {...given} />
    }
    case 'range':
      return (
        <RangeField
          label={label}
          unit={field.unit}
          isWhole={isCounted(field.key, field.unit)}
          facet={facet?.kind === 'RANGE' ? facet : undefined}
          isStale={isStale}
          value={value as Range | undefined}
          onChange={onChange}
        />
      )
    case 'dates':
      return <DatesField label={label} value={value as Dates | undefined} onChange={onChange} />
    case 'text':
      return <TextField label={label} value={(value as string) ?? ''} onChange={onChange} />
    case 'yesNo':
      return <YesNoField label={label} {...counts} value={value as boolean | undefined} onChange={onChange} />
  }
}

type GroupFieldsProps = { group: CriteriaGroup; criteria: Criteria; onChange: (criteria: Criteria) => void }

export function GroupFields({ group, criteria, onChange }: GroupFieldsProps) {
  const keys = group.fields.flatMap((field) => facetOfField(group.key, field) ?? [])
  const { facetOf, isStale } = useSplit(criteria, [...new Set<FacetKey>(keys)])
  // Signals are split as if none of "any of" were chosen, which says nothing of the other lists where some are.
  const hasFacet = (field: CriteriaField) =>
    group.key !== 'signals' || field.key === 'anyOf' || !criteria.signals?.anyOf?.length
  return group.fields.map((field) => {
    const key = hasFacet(field) ? facetOfField(group.key, field) : undefined
    return (
      <Control
        key={field.key}
        field={field}
        facet={key && facetOf(key)}
        isStale={isStale}
        value={valueAt(criteria, group.key, field.key)}
        onChange={(value) => onChange(withValue(criteria, group.key, field.key, value))}
      />
    )
  })
}
