import { ActionIcon } from '@mantine/core'
import { Columns3 } from 'lucide-react'
import { useId } from 'react'
import { useOnDemand } from '../../ui/hooks.ts'
import classes from './finder-head.module.css'

export type ColumnsMenuProps = {
  /** The columns shown, in their order. */
  keys: readonly string[]
  onChoose: (keys: readonly string[] | undefined) => void
}

/** Which columns the table has, and in which order. The browser opens and closes it. */
export function ColumnsMenu({ keys, onChoose }: ColumnsMenuProps) {
  const id = useId()
  const [List, load] = useOnDemand(async () => (await import('./column-list.tsx')).ColumnList)
  return (
    <>
      <ActionIcon aria-label="Columns" data-hint="Columns" popoverTarget={id} onClick={() => List ?? load()}>
        <Columns3 size={16} aria-hidden="true" />
      </ActionIcon>
      <div id={id} popover="auto" className={classes.menu} role="dialog" aria-label="Columns">
        {List && <List keys={keys} onChoose={onChoose} />}
      </div>
    </>
  )
}
