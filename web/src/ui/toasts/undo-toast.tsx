import { Button, Group } from '@mantine/core'
import { randomId } from '../../lib/ids.ts'
import { closeToast, queueToast } from './toast-queue.ts'
import { requestContainer } from './toasts.ts'

type UndoToastOptions = {
  /** A newer toast with the same topic replaces it. */
  topic?: string
  /** Whether the screen itself announces it to screen readers. */
  isSaid?: boolean
}

/** Long enough to be read and reached, also by keyboard. */
const shownMs = 10_000

const toastIdByTopic = new Map<string, string>()

/** Hides the undo toast of an action that did not happen. */
export function hideUndoToast(topic: string) {
  const id = toastIdByTopic.get(topic)
  if (id) closeToast(id)
}

/** Reports an action with a button that undoes it, once. */
export function showUndoToast(message: string, onUndo: () => void, { topic, isSaid }: UndoToastOptions = {}) {
  const id = randomId()
  if (topic) {
    hideUndoToast(topic)
    toastIdByTopic.set(topic, id)
  }
  let isUndone = false
  const undo = () => {
    if (isUndone) return // ignores the second click of a double click while it closes
    isUndone = true
    closeToast(id)
    onUndo()
  }
  requestContainer()
  queueToast({
    id,
    color: 'brand',
    role: isSaid ? 'group' : 'status',
    autoClose: shownMs,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    onClose: () => {
      if (topic && toastIdByTopic.get(topic) === id) toastIdByTopic.delete(topic)
    },
    message: (
      <Group component="span" justify="space-between" wrap="nowrap" gap={12} style={{ overflowWrap: 'anywhere' }}>
        {message}
        <Button size="compact-sm" variant="default" flex="none" onClick={undo}>
          Undo
        </Button>
      </Group>
    ),
  })
}
