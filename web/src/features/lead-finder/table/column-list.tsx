import { ActionIcon, Button, Checkbox, Group, Stack } from '@mantine/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { moveColumn } from './column-choice.ts'
import classes from './results-table.module.css'
import { columnsByKey, rowColumns } from './row-columns.tsx'

type ColumnListProps = { keys: readonly string[]; onChoose: (keys: readonly string[] | undefined) => void }

function ColumnRow({ name, label, keys, onChoose }: ColumnListProps & { name: string; label: string }) {
  const place = keys.indexOf(name)
  const isShown = place !== -1
  const moves = [
    { by: -1, side: 'left', icon: ArrowUp, isEnd: place === 0 },
    { by: 1, side: 'right', icon: ArrowDown, isEnd: place === keys.length - 1 },
  ] as const
  return (
    <Group component="li" gap={0} mih={32} pl={8} pr={4} wrap="nowrap" className={classes.columnChoice}>
      <Checkbox
        flex={1}
        // Makes the whole row clickable.
        styles={{ body: { alignItems: 'center' }, labelWrapper: { flex: 1 }, label: { lineHeight: '32px' } }}
        label={label}
        checked={isShown}
        // The address opens a row.
        disabled={name === 'address'}
        onChange={() => onChoose(isShown ? keys.filter((other) => other !== name) : [...keys, name])}
      />
      {isShown &&
        moves.map(({ by, side, icon: Icon, isEnd }) => (
          <ActionIcon
            key={side}
            size={24}
            aria-label={`Move ${label} ${side}`}
            disabled={isEnd}
            onClick={() => onChoose(moveColumn(keys, name, by))}
          >
            <Icon size={14} aria-hidden="true" />
          </ActionIcon>
        ))}
    </Group>
  )
}

/** The columns to choose from: visible ones in their order, then the others. */
export function ColumnList({ keys, onChoose }: ColumnListProps) {
  const shown = keys.flatMap((key) => columnsByKey.get(key) ?? [])
  const others = rowColumns.filter(({ key }) => !keys.includes(key))
  return (
    <>
      <Stack component="ul" gap={0} m={0} mb={4} p={0}>
        {[...shown, ...others].map(({ key, label }) => (
          <ColumnRow key={key} name={key} label={label} keys={keys} onChoose={onChoose} />
        ))}
      </Stack>
      <Button size="xs" variant="subtle" fullWidth onClick={() => onChoose(undefined)}>
        Reset
      </Button>
    </>
  )
}
