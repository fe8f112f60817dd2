import { ModalsProvider, modals } from '@mantine/modals'
import { useEffect } from 'react'
import type { Confirmation } from './confirmations.tsx'

const modalProps = { closeButtonProps: { 'aria-label': 'Close' } }

/** Opens dialogs in which something is confirmed, beginning with the one that was asked for before this was there. */
export function ConfirmDialogs({ first }: { first: Confirmation }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => void modals.openConfirmModal(first), [])
  return <ModalsProvider modalProps={modalProps} />
}
