import { Button, Group, Modal, type ModalProps, SimpleGrid, Stack, Text } from '@mantine/core'
import { memo, type ReactNode, useRef, useState } from 'react'
import { useMountedOpen } from '../hooks/hooks.ts'
import { UnsavedContext } from './use-schema-form.ts'

export const DialogText = ({ children }: { children: ReactNode }) => <Text c="dimmed">{children}</Text>

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <Group justify="flex-end" gap={8}>
    {children}
  </Group>
)

export const FieldPair = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={2} spacing={12} verticalSpacing={12}>
    {children}
  </SimpleGrid>
)

type KeepLastProps = { fresh: boolean; children: ReactNode }

/** Keeps its last content while not `fresh`, so that a closing dialog does not go blank. */
export const KeepLast = memo(
  ({ children }: KeepLastProps) => children,
  (_, { fresh }) => !fresh,
)

const DiscardDialog = ({
  opened,
  onStay,
  onDiscard,
}: {
  opened: boolean
  onStay: () => void
  onDiscard: () => void
}) => (
  <Modal
    opened={opened}
    onClose={onStay}
    size="sm"
    // The Escape that opened it would close it again: the dialog below receives each Escape first and closes this one.
    closeOnEscape={false}
    title="Close this?"
    closeButtonProps={{ 'aria-label': 'Stay' }}
  >
    <Stack inert={!opened}>
      <DialogText>What you typed will be lost.</DialogText>
      <DialogActions>
        <Button data-autofocus variant="default" onClick={onStay}>
          Keep typing
        </Button>
        <Button onClick={onDiscard}>Discard</Button>
      </DialogActions>
    </Stack>
  </Modal>
)

type MutationDialogProps = Pick<ModalProps, 'opened' | 'title' | 'size' | 'closeOnClickOutside'> & {
  call: { isPending: boolean; reset: () => void }
  closeLabel: string
  onClose: () => void
  children: (close: () => void) => ReactNode
}

/**
 * A dialog that makes a call and stays open while the call is pending, because closing would not undo it. Escape and
 * the close button ask before discarding unsaved values; the cancel button closes without asking.
 */
export function MutationDialog({ call, closeLabel, onClose, children, opened, title, ...props }: MutationDialogProps) {
  const [isAsking, setAsking] = useState(false)
  // If it was closed in another way, such as Back, it must not ask when it is opened again.
  if (!opened && isAsking) setAsking(false)
  const unsaved = useRef<() => boolean>(undefined)
  const close = () => {
    if (call.isPending) return
    setAsking(false)
    call.reset()
    onClose()
  }
  const leave = () => {
    if (isAsking) setAsking(false)
    else if (!call.isPending && unsaved.current?.()) setAsking(true)
    else close()
  }
  return (
    <>
      <Modal
        {...props}
        opened={useMountedOpen(opened)}
        onClose={leave}
        title={<KeepLast fresh={opened}>{title}</KeepLast>}
        closeButtonProps={{ 'aria-label': closeLabel, disabled: call.isPending }}
      >
        {/* A closing dialog takes no more clicks. */}
        <div inert={!opened}>
          <UnsavedContext value={unsaved}>
            <KeepLast fresh={opened}>{children(close)}</KeepLast>
          </UnsavedContext>
        </div>
      </Modal>
      <DiscardDialog opened={opened && isAsking} onStay={() => setAsking(false)} onDiscard={close} />
    </>
  )
}
