import { Button, type ButtonProps, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogActions, DialogText, KeepLast } from '../form/mutation-dialog.tsx'
import { useMountedOpen } from '../hooks/hooks.ts'

export type Confirmation = {
  title: string
  children: ReactNode
  labels: { confirm: string; cancel: string }
  confirmProps?: ButtonProps
  onConfirm: () => void
}

type ConfirmDialogProps = { confirmation: Confirmation; opened: boolean; onClose: () => void }

export function ConfirmDialog({ confirmation, opened, onClose }: ConfirmDialogProps) {
  const { title, children, labels, confirmProps, onConfirm } = confirmation
  const confirm = () => {
    onClose()
    onConfirm()
  }
  return (
    <Modal
      opened={useMountedOpen(opened)}
      onClose={onClose}
      title={<KeepLast fresh={opened}>{title}</KeepLast>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {/* A closing dialog takes no more clicks, so that the action runs once. */}
      <Stack inert={!opened}>
        <DialogText>{children}</DialogText>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {labels.cancel}
          </Button>
          <Button {...confirmProps} onClick={confirm}>
            {labels.confirm}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}
