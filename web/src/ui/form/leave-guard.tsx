import { Button, Modal, Stack } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { DialogChoices, DialogText } from './dialog-parts.tsx'

type LeaveGuardProps = {
  /** Whether leaving now would lose something. */
  when: () => boolean
  title: string
  text: string
  /** What the button says that leaves. */
  leave: string
  /** Whether closing or reloading the tab loses it too, so that the browser asks in words of its own. */
  asksOnReload?: boolean
  discard?: { label: string; act: () => void }
}

/** Asks before another screen replaces one with work in it. */
export function LeaveGuard({ when, title, text, leave, asksOnReload = false, discard }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && when(),
    enableBeforeUnload: asksOnReload && when,
    withResolver: true,
  })
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={title}
      closeButtonProps={{ 'aria-label': 'Stay' }}
    >
      <Stack>
        <DialogText>{text}</DialogText>
        <DialogChoices>
          <Button data-autofocus variant="default" onClick={() => reset?.()}>
            Stay
          </Button>
          {discard && (
            <Button
              variant="default"
              onClick={() => {
                discard.act()
                proceed?.()
              }}
            >
              {discard.label}
            </Button>
          )}
          <Button onClick={() => proceed?.()}>{leave}</Button>
        </DialogChoices>
      </Stack>
    </Modal>
  )
}
