import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Keyboard } from 'lucide-react'
import { useId, useRef } from 'react'
import { useOnDemand } from '../../ui/hooks.ts'
import classes from './finder-head.module.css'

/** What the keyboard does here. The browser opens and closes it. */
export function KeyboardLegend() {
  const id = useId()
  const [Keys, load] = useOnDemand(async () => (await import('./key-list.tsx')).KeyList)
  const box = useRef<HTMLDivElement>(null)
  useHotkeys([['shift+?', () => box.current?.togglePopover()]])
  return (
    <>
      <ActionIcon aria-label="Keyboard shortcuts" data-hint="Keyboard shortcuts (?)" popoverTarget={id}>
        <Keyboard size={16} aria-hidden="true" />
      </ActionIcon>
      <div
        ref={box}
        id={id}
        popover="auto"
        className={classes.menu}
        role="dialog"
        aria-label="Keyboard shortcuts"
        onBeforeToggle={() => Keys ?? load()}
      >
        {Keys && <Keys />}
      </div>
    </>
  )
}
