import { Button, Group, Modal, type ModalProps, SimpleGrid, Stack, Text } from '@mantine/core'
import { memo, type ReactNode, useRef, useState } from 'react'
import { useOpened } from '../hooks.ts'
import { UnsavedContext } from './use-schema-form.ts'

export const DialogText = ({ children }: { children: ReactNode }) => <Text c="dimmed">{children}</Text>

export const DialogChoices = ({ children }: { children: ReactNode }) => (
  <Group justify="flex-end" gap={8}>
    {children}
  </Group>
)

export const FieldPair = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={2} spacing={12} verticalSpacing={12}>
    {children}
  </SimpleGrid>
)

type KeptProps = { fresh: boolean; children: ReactNode }

/** Shows what it last showed while it is not `fresh`: for what fades away after its content is gone. */
export const Kept = memo(
  ({ children }: KeptProps) => children,
  (_, { fresh }) => !fresh,
)

const Discard = ({ opened, onStay, onDiscard }: { opened: boolean; onStay: () => void; onDiscard: () => void }) => (
  <Modal
    opened={opened}
    onClose={onStay}
    size="sm"
    // The Escape that opened it would close it again: the dialog below hears each of them, and closes this one first.
    closeOnEscape={false}
    title="Close this?"
    closeButtonProps={{ 'aria-label': 'Stay' }}
  >
    <Stack inert={!opened}>
      <DialogText>What you typed will be lost.</DialogText>
      <DialogChoices>
        <Button data-autofocus variant="default" onClick={onStay}>
          Go on typing
        </Button>
        <Button onClick={onDiscard}>Discard</Button>
      </DialogChoices>
    </Stack>
  </Modal>
)

type CallDialogProps = Pick<ModalProps, 'opened' | 'title' | 'size' | 'closeOnClickOutside'> & {
  call: { isPending: boolean; reset: () => void }
  closeLabel: string
  onClose: () => void
  children: (close: () => void) => ReactNode
}

/**
 * A dialog that makes a call, and stays open while the call is under way: it cannot be taken back by closing it. By Escape
 * or its cross it closes over what was typed only after asking; its own button that cancels is asked for by name.
 */
export function CallDialog({ call, closeLabel, onClose, children, opened, title, ...props }: CallDialogProps) {
  const [isAsking, setAsking] = useState(false)
  // Closed otherwise, by going back for one, it does not ask when it is opened again.
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
        opened={useOpened(opened)}
        onClose={leave}
        title={<Kept fresh={opened}>{title}</Kept>}
        closeButtonProps={{ 'aria-label': closeLabel, disabled: call.isPending }}
      >
        {/* What fades away takes no more clicks. */}
        <div inert={!opened}>
          <UnsavedContext value={unsaved}>
            <Kept fresh={opened}>{children(close)}</Kept>
          </UnsavedContext>
        </div>
      </Modal>
      <Discard opened={opened && isAsking} onStay={() => setAsking(false)} onDiscard={close} />
    </>
  )
}
