import { Circle, CircleAlert, CircleCheck } from 'lucide-react'
import { Tag } from '../../../ui/display/badges.tsx'
import classes from './columns.module.css'
import { type FieldRow, isFilled } from './field-rows.ts'
import { isIncomplete } from './source-editor/source-edits.ts'

type FieldState = 'SURE' | 'CHECK' | 'MISSING' | 'INCOMPLETE' | 'EMPTY'

function getFieldState(row: FieldRow): FieldState {
  if (!isFilled(row)) return row.isRequired ? 'MISSING' : 'EMPTY'
  if (isIncomplete(row.source)) return 'INCOMPLETE'
  return row.doubt === undefined ? 'SURE' : 'CHECK'
}

const states = {
  SURE: { icon: CircleCheck, label: 'Sure', tone: 'good' },
  CHECK: { icon: CircleAlert, label: 'Check this', tone: 'warn' },
  MISSING: { icon: CircleAlert, label: 'Required', tone: 'warn' },
  INCOMPLETE: { icon: CircleAlert, label: 'Incomplete', tone: 'warn' },
  EMPTY: { icon: Circle, label: 'No column', tone: 'plain' },
} as const

/** How sure the column of a field is, as an icon with words for screen readers. */
export function FieldMark({ row }: { row: FieldRow }) {
  const state = getFieldState(row)
  const { icon: Icon, label, tone } = states[state]
  return (
    <span className={classes.mark} data-state={tone === 'warn' ? 'CHECK' : state}>
      <Icon size={16} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </span>
  )
}

/** The same as a word. */
export function FieldTag({ row }: { row: FieldRow }) {
  const { label, tone } = states[getFieldState(row)]
  return <Tag tone={tone}>{label}</Tag>
}
