import { type LeadStage, leadStages } from '@dooryard/contract/api/enums'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { UnstyledButton } from '@mantine/core'
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import classes from '../../../ui/overlay/menu.module.css'
import { moveMenuFocus } from '../../../ui/overlay/move-menu-focus.ts'
import { stagesInOrder } from './board-rules.ts'
import { getMenuPosition } from './menu-position.ts'

const size = { width: 184, height: 292 }

/** One menu for all cards, which the browser shows on the top layer and dismisses. */
export function useMoveMenu(onMove: (lead: BoardLead, to: LeadStage) => void) {
  const menu = useRef<HTMLDivElement>(null)
  const [lead, setLead] = useState<BoardLead>()
  const [position, setPosition] = useState({ left: 0, top: 0 })
  const [open] = useState(() => (of: BoardLead, button: HTMLElement) => {
    setLead(of)
    setPosition(getMenuPosition(button, size))
    menu.current?.showPopover()
  })
  const element = (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label="Move to"
      className={classes.menu}
      style={{ ...position, width: size.width }}
      onKeyDown={moveMenuFocus}
      onToggle={({ newState }) => newState === 'open' && menu.current?.querySelector('button')?.focus()}
    >
      {stagesInOrder.map((stage) => (
        <UnstyledButton
          key={stage}
          role="menuitemradio"
          aria-checked={stage === lead?.stage}
          className={classes.item}
          onClick={() => {
            menu.current?.hidePopover()
            if (lead && stage !== lead.stage) onMove(lead, stage)
          }}
        >
          {leadStages.label(stage)}
          {stage === lead?.stage && <Check size={14} aria-hidden="true" />}
        </UnstyledButton>
      ))}
    </div>
  )
  return { open, element }
}
