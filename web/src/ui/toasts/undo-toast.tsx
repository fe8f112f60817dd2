import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { randomId } from '../../lib/ids.ts'

type Options = {
  /** What it is about: a newer toast about the same takes its place. */
  about?: string
  /** Whether the screen itself tells those who do not see it. */
  isSaid?: boolean
}

/** Long enough to be read and reached, by keyboard as well. */
const shownMs = 10_000

const shown = new Map<string, string>()

/** Takes away what offers to undo something that was not done after all. */
export function dropUndo(about: string) {
  const id = shown.get(about)
  if (id) notifications.hide(id)
}

/** Says what was done, and takes it back where that is asked for, once. */
export function toastUndo(message: string, onUndo: () => void, { about, isSaid }: Options = {}) {
  const id = randomId()
  if (about) {
    dropUndo(about)
    shown.set(about, id)
  }
  let isUndone = false
  const undo = () => {
    if (isUndone) return // the second click of two, while it goes
    isUndone = true
    notifications.hide(id)
    onUndo()
  }
  notifications.show({
    id,
    color: 'brand',
    role: isSaid ? 'group' : 'status',
    autoClose: shownMs,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    onClose: () => {
      if (about && shown.get(about) === id) shown.delete(about)
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
