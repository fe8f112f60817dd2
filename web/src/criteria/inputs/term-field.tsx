import { ActionIcon, Group, Paper, Text, UnstyledButton } from '@mantine/core'
import { Info } from 'lucide-react'
import { useId, useState } from 'react'
import { formatCompact, pluralize } from '../../lib/format/format.ts'
import { toggleValue } from '../edit-criteria.ts'
import type { FieldTerm, GetCount } from '../fields.ts'
import classes from './inputs.module.css'

type TermChipProps = { term: FieldTerm; count: number | undefined; isChosen: boolean; onToggle: () => void }

const TermChip = ({ term: { label, description }, count, isChosen, onToggle }: TermChipProps) => (
  <UnstyledButton
    className={classes.chip}
    aria-pressed={isChosen}
    aria-description={count === undefined ? description || undefined : pluralize(count, 'property', 'properties')}
    data-none={count === 0 || undefined}
    data-hint={description || undefined}
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

const TermDefinitions = ({ id, terms }: { id: string; terms: readonly FieldTerm[] }) => (
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
  terms: readonly FieldTerm[]
  /** How many matches each value has under the other filters, once loaded. */
  getCount: GetCount
  isStale: boolean
  value: string[]
  onChange: (value: string[]) => void
}

export function TermChips({ label, hint, terms, getCount, isStale, value, onChange }: TermChipsProps) {
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
          <TermChip
            key={term.value}
            term={term}
            count={getCount(term.value)}
            isChosen={value.includes(term.value)}
            onToggle={() => onChange(toggleValue(value, term.value))}
          />
        ))}
      </Group>
      {isExplained && <TermDefinitions id={`${id}-meanings`} terms={terms} />}
    </div>
  )
}

type YesNoFieldProps = Pick<TermChipsProps, 'label' | 'getCount' | 'isStale'> & {
  value: boolean | undefined
  onChange: (value: boolean | undefined) => void
}

const yesNoTerms = [
  { value: 'true', label: 'Yes', description: '' },
  { value: 'false', label: 'No', description: '' },
]

export function YesNoField({ label, getCount, isStale, value, onChange }: YesNoFieldProps) {
  const id = useId()
  return (
    <Group gap={6} justify="space-between" fz="sm" fw={500}>
      <span id={id}>{label}</span>
      <Group gap={6} role="group" aria-labelledby={id} data-stale={isStale || undefined}>
        {yesNoTerms.map((term) => (
          <TermChip
            key={term.value}
            term={term}
            count={getCount(term.value)}
            isChosen={String(value) === term.value}
            onToggle={() => onChange(String(value) === term.value ? undefined : term.value === 'true')}
          />
        ))}
      </Group>
    </Group>
  )
}
