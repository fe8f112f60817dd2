import { Info } from 'lucide-react'
import { useId, useState } from 'react'
import { formatCompact, plural } from '../lib/format.ts'
import { CheckList } from './check-list.tsx'
import type { OfferedTerm } from './fields.ts'
import type { CountOf } from './term-counts.ts'
import classes from './term-field.module.css'

type TermFieldProps = {
  label: string
  hint?: string | undefined
  terms: readonly OfferedTerm[]
  /** How many matches have each value under the other filters, once that is known. */
  countOf: CountOf
  isStale: boolean
  /** What says that nothing is chosen. */
  none: string
  value: string[]
  onChange: (value: string[]) => void
}

function Meanings({ id, terms }: { id: string; terms: readonly OfferedTerm[] }) {
  return (
    <dl id={id} className={classes.meanings}>
      {terms.map(({ value, label, description }) => (
        <div key={value}>
          <dt>{label}</dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  )
}

type ChipProps = { term: OfferedTerm; count: number | undefined; isChosen: boolean; onToggle: () => void }

function Chip({ term: { label, description }, count, isChosen, onToggle }: ChipProps) {
  return (
    <button
      type="button"
      className={classes.chip}
      aria-pressed={isChosen}
      aria-description={count === undefined ? undefined : plural(count, 'property', 'properties')}
      data-none={count === 0 || undefined}
      title={description}
      onClick={onToggle}
    >
      {label}
      {count !== undefined && (
        <span className={classes.chipCount} aria-hidden="true">
          {formatCompact(count)}
        </span>
      )}
    </button>
  )
}

/** Any of a few values, all in sight; what they mean can be opened below. */
export function TermChips({ label, hint, terms, countOf, isStale, value, onChange }: Omit<TermFieldProps, 'none'>) {
  const id = useId()
  const [isExplained, setExplained] = useState(false)
  const toggle = (term: string) =>
    onChange(value.includes(term) ? value.filter((other) => other !== term) : [...value, term])
  return (
    <div>
      <div className={classes.head}>
        <span id={id}>{label}</span>
        <button
          type="button"
          className={classes.explain}
          aria-label={`What the choices of ${label} mean`}
          aria-expanded={isExplained}
          aria-controls={isExplained ? `${id}-meanings` : undefined}
          onClick={() => setExplained(!isExplained)}
        >
          <Info size={14} aria-hidden="true" />
        </button>
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
        data-stale={isStale || undefined}
      >
        {terms.map((term) => (
          <Chip
            key={term.value}
            term={term}
            count={countOf(term.value)}
            isChosen={value.includes(term.value)}
            onToggle={() => toggle(term.value)}
          />
        ))}
      </div>
      {isExplained && <Meanings id={`${id}-meanings`} terms={terms} />}
    </div>
  )
}

/** Any of many values, in a list that opens. */
export const TermList = ({ terms, ...props }: TermFieldProps) => <CheckList choices={terms} {...props} />

type YesNoFieldProps = {
  label: string
  countOf: CountOf
  isStale: boolean
  value: boolean | undefined
  onChange: (value: boolean | undefined) => void
}

const answers = [
  { value: 'true', label: 'Yes', description: '' },
  { value: 'false', label: 'No', description: '' },
]

/** Yes, no, or either when neither is pressed. */
export function YesNoField({ label, countOf, isStale, value, onChange }: YesNoFieldProps) {
  const id = useId()
  return (
    <div className={classes.line}>
      <span id={id}>{label}</span>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div className={classes.chips} role="group" aria-labelledby={id} data-stale={isStale || undefined}>
        {answers.map((term) => (
          <Chip
            key={term.value}
            term={term}
            count={countOf(term.value)}
            isChosen={String(value) === term.value}
            onToggle={() => onChange(String(value) === term.value ? undefined : term.value === 'true')}
          />
        ))}
      </div>
    </div>
  )
}
