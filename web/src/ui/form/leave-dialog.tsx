import { Button, Modal, Stack } from '@mantine/core'
import { useMountedOpen } from '../hooks/hooks.ts'
import { DialogActions, DialogText } from './mutation-dialog.tsx'

export type LeaveDialogProps = {
  opened: boolean
  title: string
  text: string
  /** The label of the button that leaves. */
  leave: string
  discard?: { label: string; act: () => void } | undefined
  onStay: () => void
  onLeave: () => void
}

export const LeaveDialog = ({ opened, title, text, leave, discard, onStay, onLeave }: LeaveDialogProps) => (
  <Modal opened={useMountedOpen(opened)} onClose={onStay} title={title} closeButtonProps={{ 'aria-label': 'Stay' }}>
    <Stack>
      <DialogText>{text}</DialogText>
      <DialogActions>
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
      </DialogActions>
    </Stack>
  </Modal>
)
