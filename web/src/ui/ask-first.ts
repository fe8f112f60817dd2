import { type ButtonProps, createUseExternalEvents } from '@mantine/core'
import type { ReactNode } from 'react'

/** Something that is done only once it was confirmed. */
export type Confirmation = {
  title: string
  children: ReactNode
  labels: { confirm: string; cancel: string }
  confirmProps?: ButtonProps
  onConfirm: () => void
}

const events = createUseExternalEvents<{ ask: (asked: Confirmation) => void }>('dooryard-confirmations')

/** Hears of what is asked; for the one dialog that asks it. */
export const useAsked = events[0]

/** Asks in a dialog whether something is to be done. */
export const askFirst = events[1]('ask')
