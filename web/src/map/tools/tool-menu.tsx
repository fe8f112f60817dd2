import { UnstyledButton } from '@mantine/core'
import { Check, Printer, Ruler, Satellite, Search } from 'lucide-react'
import type { MapLibreMap } from 'maplibre-gl'
import { type RefObject, useEffect, useRef } from 'react'
import { moveMenuFocus } from '../../ui/overlay/move-menu-focus.ts'
import { printMap } from './print.ts'
import classes from './tools.module.css'
import type { MapTools } from './use-map-tools.ts'

type ToolMenuProps = { tools: MapTools; map: MapLibreMap; frame: RefObject<HTMLDivElement | null> }

/** The tools that are used now and then. */
export function ToolMenu({ tools, map, frame }: ToolMenuProps) {
  const { setTool, isAerial, setAerial, hasAerial } = tools
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => menu.current?.querySelector('button')?.focus(), [])
  const close = () => {
    setTool(undefined)
    frame.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus()
  }
  const print = () => {
    close()
    if (frame.current) printMap(map, frame.current)
  }
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label="Map tools"
      className={classes.menu}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
        else moveMenuFocus(event)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        const isInside = relatedTarget instanceof Element && currentTarget.contains(relatedTarget)
        const isButton = relatedTarget instanceof Element && relatedTarget.getAttribute('aria-haspopup') === 'menu'
        if (!isInside && !isButton) setTool((open) => (open === 'menu' ? undefined : open))
      }}
    >
      <UnstyledButton role="menuitem" className={classes.item} onClick={() => setTool('search')}>
        <Search size={16} aria-hidden="true" /> Find an address
      </UnstyledButton>
      <UnstyledButton role="menuitem" className={classes.item} onClick={() => setTool('measure')}>
        <Ruler size={16} aria-hidden="true" /> Measure distance and area
      </UnstyledButton>
      {hasAerial && (
        <UnstyledButton
          role="menuitemcheckbox"
          aria-checked={isAerial}
          className={classes.item}
          onClick={() => {
            setAerial(!isAerial)
            close()
          }}
        >
          <Satellite size={16} aria-hidden="true" /> Aerial pictures
          {isAerial && <Check size={16} aria-hidden="true" />}
        </UnstyledButton>
      )}
      <UnstyledButton role="menuitem" className={classes.item} onClick={print}>
        <Printer size={16} aria-hidden="true" /> Print the map
      </UnstyledButton>
    </div>
  )
}
