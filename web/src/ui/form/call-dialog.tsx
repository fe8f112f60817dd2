import { Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'

type CallDialogProps = Pick<ModalProps, 'opened' | 'title' | 'size' | 'closeOnClickOutside'> & {
  call: { isPending: boolean; reset: () => void }
  /** What the cross says that closes it. */
  closeLabel: string
  onClose: () => void
  children: (close: () => void) => ReactNode
}

/** A dialog that makes a call, and stays open while the call is under way: it cannot be taken back by closing it. */
export function CallDialog({ call, closeLabel, onClose, children, ...props }: CallDialogProps) {
  const close = () => {
    if (call.isPending) return
    call.reset()
    onClose()
  }
  return (
    <Modal {...props} onClose={close} closeButtonProps={{ 'aria-label': closeLabel, disabled: call.isPending }}>
      {children(close)}
    </Modal>
  )
}
