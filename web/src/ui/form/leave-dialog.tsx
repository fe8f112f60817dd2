import { Button, Modal, Stack } from '@mantine/core'
import { useOpened } from '../hooks.ts'
import { DialogChoices, DialogText } from './call-dialog.tsx'

export type LeaveDialogProps = {
  opened: boolean
  title: string
  text: string
  /** What the button says that leaves. */
  leave: string
  discard?: { label: string; act: () => void } | undefined
  onStay: () => void
  onLeave: () => void
}

export const LeaveDialog = ({ opened, title, text, leave, discard, onStay, onLeave }: LeaveDialogProps) => (
  <Modal opened={useOpened(opened)} onClose={onStay} title={title} closeButtonProps={{ 'aria-label': 'Stay' }}>
    <Stack>
      <DialogText>{text}</DialogText>
      <DialogChoices>
        <Button data-autofocus variant="default" onClick={onStay}>
          Stay
        </Button>
        {discard && (
          <Button
            variant="default"
            onClick={() => {
              discard.act()
              onLeave()
            }}
          >
            {discard.label}
          </Button>
        )}
        <Button onClick={onLeave}>{leave}</Button>
      </DialogChoices>
    </Stack>
  </Modal>
)
