import { Input, Stack, Text, UnstyledButton } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import { formatNumber } from '../../lib/format/format.ts'
import { formatList } from '../../lib/format/format-list.ts'
import { toggleValue } from '../edit-criteria.ts'
import type { GetCount } from '../fields.ts'
import classes from './inputs.module.css'

/** An option of a list. An option with a `disabledReason` cannot be selected. */
type CheckListChoice = {
  value: string
  label: string
  description?: string
  heading?: string
  disabledReason?: string | undefined
}

type CheckListProps = {
  label: string
  hint?: string | undefined
  choices: readonly CheckListChoice[]
  getCount?: GetCount
  isStale?: boolean
  value: readonly string[]
  onChange: (value: string[]) => void
  none?: string
  /** Set where the list is searched elsewhere. Without it, labels and descriptions are searched. */
  onSearch?: (text: string) => void
  empty?: string | undefined
}

/** Lists with at least this many options get a search box. */
const longListLength = 10

const matchesText = ({ label, description = '', heading = '' }: CheckListChoice, text: string) =>
  `${label} ${description} ${heading}`.toLowerCase().includes(text.trim().toLowerCase())

type ChoiceRowProps = { choice: CheckListChoice; count: number | undefined; isChosen: boolean; onToggle: () => void }

function ChoiceRow({ choice: { label, description, disabledReason }, count, isChosen, onToggle }: ChoiceRowProps) {
  const id = useId()
  return (
    <label className={classes.row} data-none={(count === 0 && !isChosen) || undefined}>
      <input
        type="checkbox"
        className={classes.box}
        checked={isChosen}
        disabled={disabledReason !== undefined && !isChosen}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-more`}
        onChange={onToggle}
      />
      <span id={`${id}-label`}>{label}</span>
      {count !== undefined && <span className={`${classes.count} ${classes.counted}`}>{formatNumber(count)}</span>}
      <small id={`${id}-more`}>{disabledReason ?? description}</small>
    </label>
  )
}

type ChoiceListProps = Omit<CheckListProps, 'hint' | 'none'> & { id: string }

function ChoiceList({ id, label, choices, getCount, isStale, value, onChange, onSearch, empty }: ChoiceListProps) {
  const [text, setText] = useState('')
  const shown = onSearch ? choices : choices.filter((choice) => matchesText(choice, text))
  const isLong = choices.length >= longListLength || onSearch !== undefined
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
            <ChoiceRow
              choice={choice}
              count={getCount?.(choice.value)}
              isChosen={value.includes(choice.value)}
              onToggle={() => onChange(toggleValue(value, choice.value))}
            />
          </Fragment>
        ))}
        {shown.length === 0 && (
          <Text fz="sm" c="dimmed" p="8px 12px">
            {empty ?? 'No results'}
          </Text>
        )}
      </div>
    </Stack>
  )
}

/** A multi-select list that expands in place. Long lists can be searched. */
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
          {chosen.length === 0 ? none : formatList(chosen)}
        </Text>
        <ChevronDown size={16} aria-hidden="true" />
      </UnstyledButton>
      {isOpen && <ChoiceList id={id} label={label} {...list} />}
    </Stack>
  )
}
