import { scrubResults } from '@dooryard/contract/api/enums'
import { contactResults } from '@dooryard/contract/leads/phone-results'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import type { Contact } from '@dooryard/contract/orders/leads'
import '@mantine/core/styles/Kbd.layer.css'
import { Kbd, Text, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatOwner, listPhonesToCall } from '../../../entities/lead/lead-labels.ts'
import { formatPhone } from '../../../lib/format/format.ts'
import classes from '../../../ui/overlay/menu.module.css'
import { moveMenuFocus } from '../../../ui/overlay/move-menu-focus.ts'
import { showErrorToast } from '../../../ui/toasts/toasts.ts'
import { useLogResult } from '../lead/use-log-result.ts'
import { getMenuPosition } from './menu-position.ts'

const size = { width: 248, height: 372 }

type Choice = { key: string; label: string; detail?: string | undefined; choose: () => void }

/** What is known of a phone that should not be called: its last result, or its do-not-call check. */
function describePhone({ phoneResults }: BoardLead, { value, scrub = 'NOT_SCRUBBED' }: Contact): string | undefined {
  const last = phoneResults.find(({ phone }) => phone === value)
  if (scrub !== 'CLEAN') return scrubResults.label(scrub)
  return last && contactResults.label(last.result)
}

/**
 * One menu for all cards, which logs the result of a call: first the phone where there are several, then the result.
 * The figures choose as well. The browser shows it on the top layer, and gives the focus to the card when it closes.
 */
export function useCallMenu() {
  const menu = useRef<HTMLDivElement>(null)
  const [lead, setLead] = useState<BoardLead>()
  const [phone, setPhone] = useState<string>()
  const [position, setPosition] = useState({ left: 0, top: 0 })
  const { mutate } = useLogResult()
  const phones = lead ? listPhonesToCall(lead) : []
  const [open] = useState(() => (of: BoardLead, anchor: HTMLElement) => {
    const [only, ...others] = listPhonesToCall(of)
    if (!only) return showErrorToast(`${formatOwner(of)} has no phone to call.`)
    setLead(of)
    setPhone(others.length === 0 ? only.value : undefined)
    setPosition(getMenuPosition(anchor, size))
    menu.current?.showPopover()
  })
  const focusFirst = () => menu.current?.querySelector('button')?.focus()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its first item
  useEffect(() => {
    if (menu.current?.matches(':popover-open')) focusFirst()
  }, [phone])
  const choices: Choice[] =
    lead && phone === undefined
      ? phones.map((contact) => ({
          key: contact.value,
          label: formatPhone(contact.value),
          detail: describePhone(lead, contact),
          choose: () => setPhone(contact.value),
        }))
      : contactResults.values.map((result) => ({
          key: result,
          label: contactResults.label(result),
          choose: () => {
            menu.current?.hidePopover()
            if (!lead || phone === undefined) return
            const { orderId, propertyId } = lead
            mutate({ params: { orderId, propertyId }, body: { phone, result } })
          },
        }))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    moveMenuFocus(event)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // A key held down would choose from the next step too.
    if (event.repeat) return event.preventDefault()
    const chosen = /^[1-9]$/.test(event.key) ? choices[Number(event.key) - 1] : undefined
    if (!chosen) return
    event.preventDefault()
    chosen.choose()
  }
  const element = (
    <div
      ref={menu}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={phone === undefined ? 'Phone called' : `Result of the call to ${formatPhone(phone)}`}
      className={classes.menu}
      style={{ ...position, width: size.width }}
      onKeyDown={onKeyDown}
      onToggle={({ newState }) => newState === 'open' && focusFirst()}
    >
      <p className={classes.group} aria-hidden="true">
        {phone === undefined ? `Call to ${lead ? formatOwner(lead) : ''}` : formatPhone(phone)}
      </p>
      {choices.map(({ key, label, detail: known, choose }, index) => (
        <UnstyledButton
          key={key}
          role="menuitem"
          className={classes.item}
          // A double click's second click would choose a result, which has taken the place of the phone.
          onClick={({ detail }) => detail < 2 && choose()}
        >
          <span>
            {label}
            {known && (
              <Text span fz={12} c="dimmed" display="block">
                {known}
              </Text>
            )}
          </span>
          {index < 9 && (
            <Kbd size="xs" aria-hidden="true">
              {index + 1}
            </Kbd>
          )}
        </UnstyledButton>
      ))}
    </div>
  )
  return { open, element }
}
