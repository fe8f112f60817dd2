import type { Role } from '@dooryard/contract/api/roles'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSingleKeys } from '../../hooks/single-keys.ts'
import { listGoKeys } from './go-keys.ts'
import { openShortcutsEvent } from './open-shortcuts.ts'

/** Milliseconds after G in which a letter goes to a screen. */
const goTimeoutMs = 1_500

const isDialogOpen = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

/** G and then a letter goes to a screen, unless a dialog is open. */
export function useGoKeys(role: Role) {
  const navigate = useNavigate()
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  const go = (to: string, at: number) => {
    const isArmed = at - pressedAt.current < goTimeoutMs && !isDialogOpen()
    pressedAt.current = Number.NEGATIVE_INFINITY
    if (!isArmed) return true
    void navigate({ to })
  }
  useSingleKeys([
    [
      'G',
      ({ timeStamp }) => {
        pressedAt.current = timeStamp
      },
    ],
    ...listGoKeys(role).map(({ letter, to }) => [letter, (event: KeyboardEvent) => go(to, event.timeStamp)] as const),
  ])
}

/** Opens the list of shortcuts by `?`, and by the buttons of screens. */
export function useShortcutsKey(open: () => void) {
  useSingleKeys([['?', open]])
  useEffect(() => {
    window.addEventListener(openShortcutsEvent, open)
    return () => window.removeEventListener(openShortcutsEvent, open)
  })
}
