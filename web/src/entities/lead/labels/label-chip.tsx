import type { LeadLabel } from '@dooryard/contract/leads/lead-labels'
import { UnstyledButton } from '@mantine/core'
import { UserRound } from 'lucide-react'
import classes from './labels.module.css'

type ChipLabel = Pick<LeadLabel, 'kind' | 'name' | 'color'>

const ChipContent = ({ label: { kind, name, color } }: { label: ChipLabel }) => (
  <>
    {kind === 'TAG' ? (
      <i className={classes.dot} data-color={color} aria-hidden="true" />
    ) : (
      <UserRound size={12} aria-hidden="true" />
    )}
    <span>{name}</span>
  </>
)

/** A tag with its color, or an assignee. */
export const LabelChip = ({ label }: { label: ChipLabel }) => (
  <span className={classes.chip} title={label.kind === 'TAG' ? label.name : `Assigned to ${label.name}`}>
    <ChipContent label={label} />
  </span>
)

type LabelToggleProps = { label: ChipLabel; isOn: boolean; onToggle: () => void }

export const LabelToggle = ({ label, isOn, onToggle }: LabelToggleProps) => (
  <UnstyledButton className={`${classes.chip} ${classes.toggle}`} aria-pressed={isOn} onClick={onToggle}>
    <ChipContent label={label} />
  </UnstyledButton>
)
