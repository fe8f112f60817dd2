import type { Criteria, Dates, Range } from '@dooryard/contract/criteria'
import type { CriteriaField, CriteriaGroup, RangeUnit } from '@dooryard/contract/criteria-fields'
import type { Facet, FacetKey } from '@dooryard/contract/search-answers'
import { useSplit } from './criteria.data.ts'
import { DatesField } from './dates-field.tsx'
import { valueAt, withValue } from './edit.ts'
import { facetOfField, showsAll, termsOf } from './fields.ts'
import { RangeField } from './range-field.tsx'
import { countsIn } from './term-counts.ts'
import { TermChips, TermList, YesNoField } from './term-field.tsx'
import { TextField } from './text-field.tsx'

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
  const counted = { countOf: countsIn(facet), isStale }
  switch (field.type) {
    case 'terms': {
      const Terms = showsAll(field) ? TermChips : TermList
      const given = { label, hint, terms: termsOf(field.vocabulary), ...counted }
      const none = field.vocabulary === 'signals' ? 'None' : 'Any'
      return <Terms {...given} none={none} value={(value as string[]) ?? []} onChange={onChange} />
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
      return (
        <TextField label={label} placeholder="Start of a name" value={(value as string) ?? ''} onChange={onChange} />
      )
    case 'yesNo':
      return <YesNoField label={label} {...counted} value={value as boolean | undefined} onChange={onChange} />
  }
}

type GroupFieldsProps = { group: CriteriaGroup; criteria: Criteria; onChange: (criteria: Criteria) => void }

/** The fields of a group, each with what there is of it under the other filters. */
export function GroupFields({ group, criteria, onChange }: GroupFieldsProps) {
  const keys = group.fields.flatMap((field) => facetOfField(group.key, field) ?? [])
  const { facetOf, isStale } = useSplit(criteria, [...new Set<FacetKey>(keys)])
  // Signals are split as if none of "any of" were chosen, which says nothing of the other lists where some are.
  const isTold = (field: CriteriaField) =>
    group.key !== 'signals' || field.key === 'anyOf' || !criteria.signals?.anyOf?.length
  return group.fields.map((field) => {
    const key = isTold(field) ? facetOfField(group.key, field) : undefined
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
