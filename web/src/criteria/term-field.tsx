import type { Term } from '@dooryard/contract/vocabularies'
import { MultiSelect, Tooltip } from '@mantine/core'
import { useId } from 'react'
import classes from './criteria.module.css'

type TermFieldProps = {
  label: string
  terms: readonly Term[]
  value: string[]
  onChange: (value: string[]) => void
}

/** Any of a few values, all in sight; pointing at one says what it means. */
export function TermChips({ label, terms, value, onChange }: TermFieldProps) {
  const id = useId()
  const toggle = (term: string) =>
    onChange(value.includes(term) ? value.filter((other) => other !== term) : [...value, term])
  return (
    <div>
      <div id={id} className={classes.label}>
        {label}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like the other labels */}
      <div className={classes.chips} role="group" aria-labelledby={id}>
        {terms.map((term) => (
          <Tooltip key={term.value} label={term.description}>
            <button
              type="button"
              className={classes.chip}
              aria-pressed={value.includes(term.value)}
              onClick={() => toggle(term.value)}
            >
              {term.label}
            </button>
          </Tooltip>
        ))}
      </div>
    </div>
  )
}

/** Any of many values, found by typing. */
export function TermList({ label, terms, value, onChange }: TermFieldProps) {
  const descriptions = new Map(terms.map((term) => [term.value, term.description]))
  return (
    <MultiSelect
      size="sm"
      label={label}
      placeholder={value.length === 0 ? 'Any' : undefined}
      data={terms.map((term) => ({ value: term.value, label: term.label }))}
      value={value}
      onChange={onChange}
      searchable
      hidePickedOptions
      nothingFoundMessage="Nothing of that name"
      renderOption={({ option }) => (
        <div className={classes.option}>
          <div>{option.label}</div>
          {descriptions.get(option.value) && <small>{descriptions.get(option.value)}</small>}
        </div>
      )}
    />
  )
}
