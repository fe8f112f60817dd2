import { type LeadStage, leadStages } from '@dooryard/contract/api/enums'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { UnstyledButton } from '@mantine/core'
import { Check } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import classes from './board.module.css'
import { stagesInOrder } from './board-rules.ts'

const menuWidth = 184
const menuHeight = 292
const margin = 8

/** Next to the button, inside the window. */
function getPosition(button: HTMLElement) {
  const { right, bottom, top } = button.getBoundingClientRect()
  const below = bottom + 4
  return {
    left: Math.max(margin, right - menuWidth),
    top: below + menuHeight > window.innerHeight - margin ? Math.max(margin, top - menuHeight - 4) : below,
  }
}

/** Moves the focus between items by arrow keys, wrapping around. */
function moveFocus(event: KeyboardEvent) {
  const items = [...event.currentTarget.querySelectorAll('button')]
  const at = items.indexOf(document.activeElement as HTMLButtonElement) // or -1 if none has the focus
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  items[(to + items.length) % items.length]?.focus()
}

/** One menu for all cards, which the browser shows on the top layer and dismisses. */
export function useMoveMenu(onMove: (lead: BoardLead, to: LeadStage) => void) {
  const menu = useRef<HTMLDivElement>(null)
  const [lead, setLead] = useState<BoardLead>()
  const [position, setPosition] = useState({ left: 0, top: 0 })
  const [open] = useState(() => (of: BoardLead, button: HTMLElement) => {
    setLead(of)
    setPosition(getPosition(button))
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
      style={position}
      onKeyDown={moveFocus}
      onToggle={({ newState }) => newState === 'open' && menu.current?.querySelector('button')?.focus()}
    >
      {stagesInOrder.map((stage) => (
        <UnstyledButton
          key={stage}
          role="menuitemradio"
          aria-checked={stage === lead?.stage}
          className={classes.menuItem}
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
