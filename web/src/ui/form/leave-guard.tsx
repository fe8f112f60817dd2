import { Button, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import classes from './leave-guard.module.css'

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
      <p className={classes.text}>{text}</p>
      <div className={classes.choices}>
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
      </div>
    </Modal>
  )
}
