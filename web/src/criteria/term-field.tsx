import type { Term } from '@dooryard/contract/vocabularies'
import { MultiSelect, Tooltip } from '@mantine/core'
import { useId } from 'react'
import { formatCompact, formatNumber } from '../lib/format.ts'
import shared from './criteria.module.css'
import type { OfferedTerm } from './fields.ts'
import classes from './term-field.module.css'

type TermFieldProps = {
  label: string
  hint?: string | undefined
  terms: readonly OfferedTerm[]
  /** How many properties have each value, once that is known. */
  counts: readonly { value: string; count?: number | undefined }[] | undefined
  value: string[]
  onChange: (value: string[]) => void
}

const countsByValue = (counts: TermFieldProps['counts'] = []) =>
  new Map(counts.map(({ value, count }) => [value, count]))

/** What a term means, and how many properties there are of it. */
const explained = ({ description }: Term, count: number | undefined) =>
  count === undefined
    ? description
    : `${description} · ${formatNumber(count)} ${count === 1 ? 'property' : 'properties'}`

/** Any of a few values, all in sight; pointing at one says what it means. */
export function TermChips({ label, hint, terms, counts, value, onChange }: TermFieldProps) {
  const id = useId()
  const countOf = countsByValue(counts)
  const toggle = (term: string) =>
    onChange(value.includes(term) ? value.filter((other) => other !== term) : [...value, term])
  return (
    <div>
      <div id={id} className={classes.label}>
        {label}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like the other labels */}
      <div
        className={classes.chips}
        role="group"
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
      >
        {terms.map((term) => {
          const count = countOf.get(term.value)
          return (
            <Tooltip key={term.value} label={explained(term, count)}>
              <button
                type="button"
                className={classes.chip}
                aria-pressed={value.includes(term.value)}
                onClick={() => toggle(term.value)}
              >
                {term.label}
                {count !== undefined && (
                  <span className={classes.chipCount} aria-hidden="true">
                    {formatCompact(count)}
                  </span>
                )}
              </button>
            </Tooltip>
          )
        })}
      </div>
    </div>
  )
}

type Option = { value: string; label: string }

/** The options in the order of the terms, under their headings where they have any. */
function optionsOf(terms: readonly OfferedTerm[]): (Option | { group: string; items: Option[] })[] {
  const groups = new Map<string, Option[]>()
  const bare: Option[] = []
  for (const { value, label, heading } of terms) {
    const items = heading === undefined ? bare : (groups.get(heading) ?? [])
    items.push({ value, label })
    if (heading !== undefined) groups.set(heading, items)
  }
  return [...bare, ...[...groups].map(([group, items]) => ({ group, items }))]
}

/** Any of many values, found by typing. */
export function TermList({ label, hint, terms, counts, value, onChange }: TermFieldProps) {
  const descriptions = new Map(terms.map((term) => [term.value, term.description]))
  const countOf = countsByValue(counts)
  return (
    <MultiSelect
      size="sm"
      label={label}
      description={hint}
      placeholder={value.length === 0 ? 'Any' : undefined}
      data={optionsOf(terms)}
      value={value}
      onChange={onChange}
      searchable
      hidePickedOptions
      nothingFoundMessage="Nothing of that name"
      renderOption={({ option }) => {
        const count = countOf.get(option.value)
        return (
          <div className={classes.option}>
            <div className={shared.place}>
              <span>{option.label}</span>
              {count !== undefined && <span className={shared.placeCount}>{formatNumber(count)}</span>}
            </div>
            {descriptions.get(option.value) && <small>{descriptions.get(option.value)}</small>}
          </div>
        )
      }}
    />
  )
}
