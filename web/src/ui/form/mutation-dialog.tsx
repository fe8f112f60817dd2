import { Button, Group, Modal, type ModalProps, SimpleGrid, Stack, Text } from '@mantine/core'
import { memo, type ReactNode, useRef, useState } from 'react'
import { useMountedOpen } from '../hooks/hooks.ts'
import { type DiscardQuestion, type UnsavedCheck, UnsavedContext } from './use-schema-form.ts'

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

const typedQuestion: DiscardQuestion = {
  text: 'What you typed will be lost.',
  stay: 'Keep typing',
  discard: 'Discard',
}

type DiscardDialogProps = { question: DiscardQuestion; opened: boolean; onStay: () => void; onDiscard: () => void }

const DiscardDialog = ({ question, opened, onStay, onDiscard }: DiscardDialogProps) => (
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
      <DialogText>{question.text}</DialogText>
      <DialogActions>
        <Button data-autofocus variant="default" onClick={onStay}>
          {question.stay}
        </Button>
        <Button onClick={onDiscard}>{question.discard}</Button>
      </DialogActions>
    </Stack>
  </Modal>
)

type MutationDialogProps = Pick<ModalProps, 'opened' | 'title' | 'size' | 'closeOnClickOutside' | 'closeOnEscape'> & {
  call: { isPending: boolean; reset: () => void }
  closeLabel: string
  onClose: () => void
  children: (close: () => void) => ReactNode
}

/**
 * A dialog that makes a call and stays open while the call is pending, because closing would not undo it. Escape and
 * the close button ask before something is lost; the cancel button closes without asking.
 */
export function MutationDialog({ call, closeLabel, onClose, children, opened, title, ...props }: MutationDialogProps) {
  const [isAsking, setAsking] = useState(false)
  // If it was closed in another way, such as Back, it must not ask when it is opened again.
  if (!opened && isAsking) setAsking(false)
  const [question, setQuestion] = useState(typedQuestion)
  const unsaved = useRef<UnsavedCheck>(undefined)
  const close = () => {
    if (call.isPending) return
    setAsking(false)
    call.reset()
    onClose()
  }
  const leave = () => {
    if (isAsking) return setAsking(false)
    const lost = !call.isPending && unsaved.current?.()
    if (!lost) return close()
    setQuestion(lost === true ? typedQuestion : lost)
    setAsking(true)
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
      <DiscardDialog
        question={question}
        opened={opened && isAsking}
        onStay={() => setAsking(false)}
        onDiscard={close}
      />
    </>
  )
}
