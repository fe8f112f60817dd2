import { ActionIcon, Group, Paper, Text, UnstyledButton } from '@mantine/core'
import { Info } from 'lucide-react'
import { useId, useState } from 'react'
import { formatCompact, plural } from '../../lib/format.ts'
import { toggleValue } from '../edit-criteria.ts'
import type { CountOf, OfferedTerm } from '../fields.ts'
import classes from './inputs.module.css'

type ChipProps = { term: OfferedTerm; count: number | undefined; isChosen: boolean; onToggle: () => void }

const Chip = ({ term: { label, description }, count, isChosen, onToggle }: ChipProps) => (
  <UnstyledButton
    className={classes.chip}
    aria-pressed={isChosen}
    aria-description={count === undefined ? undefined : plural(count, 'property', 'properties')}
    data-none={count === 0 || undefined}
    title={description}
    onClick={onToggle}
  >
    {label}
    {count !== undefined && (
      <span className={`${classes.count} ${classes.counted}`} aria-hidden="true">
        {formatCompact(count)}
      </span>
    )}
  </UnstyledButton>
)

const Meanings = ({ id, terms }: { id: string; terms: readonly OfferedTerm[] }) => (
  <Paper component="dl" id={id} withBorder radius="md" bg="var(--raised)" m="8px 0 0" p="8px 12px">
    {terms.map(({ value, label, description }, at) => (
      <Text key={value} component="div" fz={12} lh="16px" mt={at > 0 ? 6 : 0}>
        <Text inherit component="dt" fw={600}>
          {label}
        </Text>
        <Text inherit component="dd" m={0} c="dimmed">
          {description}
        </Text>
      </Text>
    ))}
  </Paper>
)

type TermChipsProps = {
  label: string
  hint?: string | undefined
  terms: readonly OfferedTerm[]
  /** How many matches have each value under the other filters, once that is known. */
  countOf: CountOf
  isStale: boolean
  value: string[]
  onChange: (value: string[]) => void
}

export function TermChips({ label, hint, terms, countOf, isStale, value, onChange }: TermChipsProps) {
  const id = useId()
  const [isExplained, setExplained] = useState(false)
  return (
    <div>
      <Group gap={2} wrap="nowrap" mih={24} mb={4} fz="sm" fw={500} lh="18px">
        <span id={id}>{label}</span>
        <ActionIcon
          size={24}
          radius="sm"
          c="dimmed"
          bg={isExplained ? 'var(--raised)' : undefined}
          aria-label={`What the choices of ${label} mean`}
          aria-expanded={isExplained}
          aria-controls={isExplained ? `${id}-meanings` : undefined}
          onClick={() => setExplained(!isExplained)}
        >
          <Info size={14} aria-hidden="true" />
        </ActionIcon>
      </Group>
      {hint && (
        <Text id={`${id}-hint`} fz={12} lh="16px" c="dimmed" mt={-2} mb={8}>
          {hint}
        </Text>
      )}
      <Group
        gap={6}
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
            onToggle={() => onChange(toggleValue(value, term.value))}
          />
        ))}
      </Group>
      {isExplained && <Meanings id={`${id}-meanings`} terms={terms} />}
    </div>
  )
}

type YesNoFieldProps = Pick<TermChipsProps, 'label' | 'countOf' | 'isStale'> & {
  value: boolean | undefined
  onChange: (value: boolean | undefined) => void
}

const answers = [
  { value: 'true', label: 'Yes', description: '' },
  { value: 'false', label: 'No', description: '' },
]

export function YesNoField({ label, countOf, isStale, value, onChange }: YesNoFieldProps) {
  const id = useId()
  return (
    <Group gap={6} justify="space-between" fz="sm" fw={500}>
      <span id={id}>{label}</span>
      <Group gap={6} role="group" aria-labelledby={id} data-stale={isStale || undefined}>
        {answers.map((term) => (
          <Chip
            key={term.value}
            term={term}
            count={countOf(term.value)}
            isChosen={String(value) === term.value}
            onToggle={() => onChange(String(value) === term.value ? undefined : term.value === 'true')}
          />
        ))}
      </Group>
    </Group>
  )
}
