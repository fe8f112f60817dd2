import { ChevronDown } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import classes from './check-list.module.css'
import { listInWords } from './list-words.ts'
import type { CountOf } from './term-counts.ts'

/** One of the things to choose from; one with a reason why not cannot be chosen. */
export type Choice = {
  value: string
  label: string
  description?: string
  heading?: string
  whyNot?: string | undefined
}

type CheckListProps = {
  label: string
  hint?: string | undefined
  choices: readonly Choice[]
  countOf?: CountOf
  isStale?: boolean
  value: readonly string[]
  onChange: (value: string[]) => void
  /** What the closed list says when nothing is chosen. */
  none?: string
  /** Where the list itself is searched elsewhere; else its labels and descriptions are. */
  onSearch?: (text: string) => void
  /** What stands in the place of an empty list. */
  empty?: string | undefined
}

/** From as many on a list has a box to find something in it. */
const long = 10

const says = ({ label, description = '', heading = '' }: Choice, text: string) =>
  `${label} ${description} ${heading}`.toLowerCase().includes(text.trim().toLowerCase())

type RowProps = { choice: Choice; count: number | undefined; isChosen: boolean; onToggle: () => void }

function Row({ choice: { label, description, whyNot }, count, isChosen, onToggle }: RowProps) {
  const id = useId()
  const more = whyNot ?? description
  return (
    <label className={classes.row} data-none={(count === 0 && !isChosen) || undefined}>
      <input
        type="checkbox"
        checked={isChosen}
        disabled={whyNot !== undefined && !isChosen}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-more`}
        onChange={onToggle}
      />
      <span id={`${id}-label`}>{label}</span>
      {count !== undefined && <span className={classes.count}>{formatNumber(count)}</span>}
      <small id={`${id}-more`}>{more}</small>
    </label>
  )
}

type OpenListProps = Omit<CheckListProps, 'label' | 'hint' | 'none'> & { id: string; label: string }

function OpenList({ id, label, choices, countOf, isStale, value, onChange, onSearch, empty }: OpenListProps) {
  const [text, setText] = useState('')
  const shown = onSearch ? choices : choices.filter((choice) => says(choice, text))
  const isLong = choices.length >= long || onSearch !== undefined
  const toggle = (one: string) =>
    onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one])
  return (
    <fieldset id={id} className={classes.list} aria-label={label}>
      {isLong && (
        <input
          type="search"
          className={classes.find}
          aria-label={`Find in ${label}`}
          placeholder="Find"
          value={text}
          maxLength={60}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            onSearch?.(currentTarget.value)
          }}
        />
      )}
      <div className={classes.rows} data-stale={isStale || undefined}>
        {shown.map((choice, at) => (
          <Fragment key={choice.value}>
            {choice.heading !== undefined && choice.heading !== shown[at - 1]?.heading && (
              <div className={classes.heading}>{choice.heading}</div>
            )}
            <Row
              choice={choice}
              count={countOf?.(choice.value)}
              isChosen={value.includes(choice.value)}
              onToggle={() => toggle(choice.value)}
            />
          </Fragment>
        ))}
        {shown.length === 0 && <p className={classes.empty}>{empty ?? 'Nothing of that name'}</p>}
      </div>
    </fieldset>
  )
}

/** Any of many values, in a list that opens where it stands; long ones are searched. */
export function CheckList({ label, hint, none = 'Any', ...list }: CheckListProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const chosen = list.choices.filter(({ value }) => list.value.includes(value)).map((choice) => choice.label)
  return (
    <div className={classes.field}>
      <span id={`${id}-label`} className={classes.label}>
        {label}
      </span>
      {hint && <span className={classes.hint}>{hint}</span>}
      <button
        type="button"
        className={classes.opener}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-labelledby={`${id}-label ${id}-chosen`}
        onClick={() => setOpen(!isOpen)}
      >
        <span id={`${id}-chosen`} data-none={chosen.length === 0 || undefined}>
          {chosen.length === 0 ? none : listInWords(chosen)}
        </span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      {isOpen && <OpenList id={id} label={label} {...list} />}
    </div>
  )
}
