import { Button, type ButtonProps, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogChoices, DialogText, Kept } from '../form/call-dialog.tsx'
import { useOpened } from '../hooks.ts'

export type Confirmation = {
  title: string
  children: ReactNode
  labels: { confirm: string; cancel: string }
  confirmProps?: ButtonProps
  onConfirm: () => void
}

type ConfirmDialogProps = { asked: Confirmation; opened: boolean; onClose: () => void }

export function ConfirmDialog({ asked, opened, onClose }: ConfirmDialogProps) {
  const { title, children, labels, confirmProps, onConfirm } = asked
  const confirm = () => {
    onClose()
    onConfirm()
  }
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={<Kept fresh={opened}>{title}</Kept>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {/* What fades away takes no more clicks, so that what was confirmed is done once. */}
      <Stack inert={!opened}>
        <DialogText>{children}</DialogText>
        <DialogChoices>
          <Button variant="default" onClick={onClose}>
            {labels.cancel}
          </Button>
          <Button {...confirmProps} onClick={confirm}>
            {labels.confirm}
          </Button>
        </DialogChoices>
      </Stack>
    </Modal>
  )
}
