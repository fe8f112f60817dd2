import { Input, Stack, Text, UnstyledButton } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { listInWords } from '../describe/format-criteria.ts'
import { toggleValue } from '../edit-criteria.ts'
import type { CountOf } from '../fields.ts'
import classes from './inputs.module.css'

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
  none?: string
  /** Where the list itself is searched elsewhere; else its labels and descriptions are. */
  onSearch?: (text: string) => void
  empty?: string | undefined
}

/** From as many on a list has a box to find something in it. */
const long = 10

const matchesText = ({ label, description = '', heading = '' }: Choice, text: string) =>
  `${label} ${description} ${heading}`.toLowerCase().includes(text.trim().toLowerCase())

type RowProps = { choice: Choice; count: number | undefined; isChosen: boolean; onToggle: () => void }

function Row({ choice: { label, description, whyNot }, count, isChosen, onToggle }: RowProps) {
  const id = useId()
  return (
    <label className={classes.row} data-none={(count === 0 && !isChosen) || undefined}>
      <input
        type="checkbox"
        className={classes.box}
        checked={isChosen}
        disabled={whyNot !== undefined && !isChosen}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-more`}
        onChange={onToggle}
      />
      <span id={`${id}-label`}>{label}</span>
      {count !== undefined && <span className={`${classes.count} ${classes.counted}`}>{formatNumber(count)}</span>}
      <small id={`${id}-more`}>{whyNot ?? description}</small>
    </label>
  )
}

type OpenListProps = Omit<CheckListProps, 'hint' | 'none'> & { id: string }

function OpenList({ id, label, choices, countOf, isStale, value, onChange, onSearch, empty }: OpenListProps) {
  const [text, setText] = useState('')
  const shown = onSearch ? choices : choices.filter((choice) => matchesText(choice, text))
  const isLong = choices.length >= long || onSearch !== undefined
  return (
    <Stack component="fieldset" id={id} gap={0} m={0} p={0} miw={0} className={classes.list} aria-label={label}>
      {isLong && (
        <Input
          type="search"
          classNames={{ input: classes.find }}
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
              <Text fz={12} fw={500} lh="16px" c="dimmed" p="8px 12px 4px">
                {choice.heading}
              </Text>
            )}
            <Row
              choice={choice}
              count={countOf?.(choice.value)}
              isChosen={value.includes(choice.value)}
              onToggle={() => onChange(toggleValue(value, choice.value))}
            />
          </Fragment>
        ))}
        {shown.length === 0 && (
          <Text fz="sm" c="dimmed" p="8px 12px">
            {empty ?? 'Nothing of that name'}
          </Text>
        )}
      </div>
    </Stack>
  )
}

/** Any of many values, in a list that opens where it stands; long ones are searched. */
export function CheckList({ label, hint, none = 'Any', ...list }: CheckListProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const chosen = list.choices.filter(({ value }) => list.value.includes(value)).map((choice) => choice.label)
  return (
    <Stack gap={0}>
      <Text span id={`${id}-label`} fz="sm" fw={500} lh="18px" mb={6}>
        {label}
      </Text>
      {hint && (
        <Text span fz={12} lh="16px" c="dimmed" mt={-4} mb={6}>
          {hint}
        </Text>
      )}
      <UnstyledButton
        className={classes.opener}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-labelledby={`${id}-label ${id}-chosen`}
        onClick={() => setOpen(!isOpen)}
      >
        <Text inherit span id={`${id}-chosen`} c={chosen.length === 0 ? 'dimmed' : undefined}>
          {chosen.length === 0 ? none : listInWords(chosen)}
        </Text>
        <ChevronDown size={16} aria-hidden="true" />
      </UnstyledButton>
      {isOpen && <OpenList id={id} label={label} {...list} />}
    </Stack>
  )
}
