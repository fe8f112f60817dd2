import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { CriteriaField, CriteriaGroup, RangeUnit } from '@dooryard/contract/criteria/criteria-fields'
import type { Dates, Range } from '@dooryard/contract/criteria/ranges'
import type { Facet, FacetKey } from '@dooryard/contract/properties/facets'
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { useFacets } from '../count/count.data.ts'
import { debounceMs, markKeystroke } from '../count/count-marks.ts'
import { getCriteriaValue, setCriteriaValue } from '../edit-criteria.ts'
import { getFieldFacetKey, isShownInline, listCountyValues, listTerms, readFacetCounts } from '../fields.ts'
import { CheckList } from '../inputs/check-list.tsx'
import { DatesField } from '../inputs/dates-field.tsx'
import { RangeField } from '../inputs/range-field.tsx'
import { TermChips, YesNoField } from '../inputs/term-field.tsx'

type TextFieldProps = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

function TextField({ label, placeholder, value, onChange }: TextFieldProps) {
  const { text, type, set } = useDebouncedText(value, onChange, debounceMs)
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      maxLength={100}
      value={text}
      onChange={({ currentTarget }) => {
        markKeystroke()
        type(currentTarget.value)
      }}
      rightSection={text && <CloseButton size="sm" aria-label={`Clear ${label}`} onClick={() => set('')} />}
    />
  )
}

const placeholderByOperator = { words: 'Whole name or words of it', beginsWords: 'Start of a name' }

type ControlProps = {
  field: CriteriaField
  facet: Facet | undefined
  isStale: boolean
  value: unknown
  onChange: (value: unknown) => void
}

// Bathrooms and stories can be halves.
const wholeNumberKeys = new Set(['bedrooms', 'units', 'propertiesOwned', 'openLoans'])
const isWholeNumber = (key: string, unit: RangeUnit) => unit === 'year' || unit === 'years' || wholeNumberKeys.has(key)

// The criteria schema guarantees the type of each value; the table of fields decides which control edits it.
function Control({ field, facet, isStale, value, onChange }: ControlProps) {
  const { label, hint } = field
  const counts = { getCount: readFacetCounts(facet), isStale }
  switch (field.type) {
    case 'terms': {
      const terms = listTerms(field.vocabulary)
      const controlProps = { label, hint, ...counts, value: (value as string[]) ?? [], onChange }
      if (isShownInline(field)) return <TermChips terms={terms} {...controlProps} />
      return <CheckList choices={terms} none={field.vocabulary === 'signals' ? 'None' : 'Any'} {...controlProps} />
    }
    case 'values': {
      const chosen = (value as string[]) ?? []
      const empty = facet ? 'No county dataset has it' : 'Loading…'
      const listProps = { label, hint, ...counts, value: chosen, onChange, empty }
      return <CheckList choices={listCountyValues(field, facet, chosen)} {...listProps} />
    }
    case 'range':
      return (
        <RangeField
          label={label}
          unit={field.unit}
          isWhole={isWholeNumber(field.key, field.unit)}
          facet={facet?.kind === 'RANGE' ? facet : undefined}
          isStale={isStale}
          value={value as Range | undefined}
          onChange={onChange}
        />
      )
    case 'dates':
      return <DatesField label={label} value={value as Dates | undefined} onChange={onChange} />
    case 'text':
      return (
        <TextField
          label={label}
          placeholder={field.placeholder ?? placeholderByOperator[field.operator]}
          value={(value as string) ?? ''}
          onChange={onChange}
        />
      )
    case 'yesNo':
      return <YesNoField label={label} {...counts} value={value as boolean | undefined} onChange={onChange} />
  }
}

type GroupFieldsProps = { group: CriteriaGroup; criteria: Criteria; onChange: (criteria: Criteria) => void }

export function GroupFields({ group, criteria, onChange }: GroupFieldsProps) {
  const keys = group.fields.flatMap((field) => getFieldFacetKey(group.key, field) ?? [])
  const { getFacet, isStale } = useFacets(criteria, [...new Set<FacetKey>(keys)])
  // The facet of signals is counted without "any of", so it says nothing about the other lists while "any of" is set.
  const hasFacet = (field: CriteriaField) =>
    group.key !== 'signals' || field.key === 'anyOf' || !criteria.signals?.anyOf?.length
  return group.fields.map((field) => {
    const key = hasFacet(field) ? getFieldFacetKey(group.key, field) : undefined
    return (
      <Control
        key={field.key}
        field={field}
        facet={key && getFacet(key)}
        isStale={isStale}
        value={getCriteriaValue(criteria, group.key, field.key)}
        onChange={(value) => onChange(setCriteriaValue(criteria, group.key, field.key, value))}
      />
    )
  })
}
