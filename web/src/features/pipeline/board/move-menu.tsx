import type { BoardLead } from '@dooryard/contract/lead-board'
import { type LeadStage, leadStages } from '@dooryard/contract/vocabularies'
import { UnstyledButton } from '@mantine/core'
import { Check } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import classes from './board.module.css'
import { stagesInOrder } from './board-rules.ts'

const width = 184
const height = 292
const margin = 8

/** Beside the button, and within the window. */
function getPlace(button: HTMLElement) {
  const { right, bottom, top } = button.getBoundingClientRect()
  const below = bottom + 4
  return {
    left: Math.max(margin, right - width),
    top: below + height > window.innerHeight - margin ? Math.max(margin, top - height - 4) : below,
  }
}

/** By arrow keys from item to item, and round. */
function stepThrough(event: KeyboardEvent) {
  const items = [...event.currentTarget.querySelectorAll('button')]
  const at = items.indexOf(document.activeElement as HTMLButtonElement) // or it is not found
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  items[(to + items.length) % items.length]?.focus()
}

/** One menu for all cards, which the browser opens above everything and closes again. */
export function useMoveMenu(onMove: (lead: BoardLead, to: LeadStage) => void) {
  const menu = useRef<HTMLDivElement>(null)
  const [lead, setLead] = useState<BoardLead>()
  const [place, setPlace] = useState({ left: 0, top: 0 })
  const [open] = useState(() => (of: BoardLead, button: HTMLElement) => {
    setLead(of)
    setPlace(getPlace(button))
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
      style={place}
      onKeyDown={stepThrough}
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
