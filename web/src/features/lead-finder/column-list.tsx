import { ActionIcon, Button } from '@mantine/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { moveColumn } from './column-choice.ts'
import classes from './column-list.module.css'
import type { ColumnsMenuProps } from './columns-menu.tsx'
import { rowColumns } from './row-columns.tsx'

type ColumnRowProps = ColumnsMenuProps & { name: string; label: string }

function ColumnRow({ name, label, keys, onChoose }: ColumnRowProps) {
  const at = keys.indexOf(name)
  const isOn = at !== -1
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          // It is what opens a row.
          disabled={name === 'address'}
          onChange={() => onChoose(isOn ? keys.filter((other) => other !== name) : [...keys, name])}
        />
        {label}
      </label>
      {isOn && (
        <>
          <ActionIcon
            size={24}
            aria-label={`Move ${label} left`}
            disabled={at === 0}
            onClick={() => onChoose(moveColumn(keys, name, -1))}
          >
            <ArrowUp size={14} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            size={24}
            aria-label={`Move ${label} right`}
            disabled={at === keys.length - 1}
            onClick={() => onChoose(moveColumn(keys, name, 1))}
          >
            <ArrowDown size={14} aria-hidden="true" />
          </ActionIcon>
        </>
      )}
    </li>
  )
}

/** The columns to choose from: those shown in their order, then the others. */
export function ColumnList({ keys, onChoose }: ColumnsMenuProps) {
  const shown = keys.flatMap((key) => rowColumns.find((column) => column.key === key) ?? [])
  const others = rowColumns.filter(({ key }) => !keys.includes(key))
  return (
    <>
      <ul className={classes.columns}>
        {[...shown, ...others].map(({ key, label }) => (
          <ColumnRow key={key} name={key} label={label} keys={keys} onChoose={onChoose} />
        ))}
      </ul>
      <Button size="xs" variant="subtle" fullWidth onClick={() => onChoose(undefined)}>
        Reset
      </Button>
    </>
  )
}
