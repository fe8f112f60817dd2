import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'

const storageKey = 'dooryard.single-keys'
const changeEvent = 'dooryard:single-keys'

/** Whether shortcuts of one key without Ctrl or Cmd work: yes, unless turned off in this browser. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Turns the shortcuts of a single key on or off, because voice control and unsteady hands press keys by accident. */
export function setSingleKeys(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Without storage they stay on.
  }
  window.dispatchEvent(new Event(changeEvent))
}

function subscribe(onChange: () => void) {
  const events = [changeEvent, 'storage'] as const
  for (const event of events) window.addEventListener(event, onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
  }
}

export const useAreSingleKeysOn = () => useSyncExternalStore(subscribe, areSingleKeysOn)

/** `true` leaves the key to the browser. */
type KeyHandler = (event: KeyboardEvent) => unknown

/** Whether a sign such as ? or / is typed with Shift depends on the keyboard. */
const listVariants = (key: string) => (/^[a-z]$/i.test(key) ? [key] : [key, `shift+${key}`])

/** Shortcuts of a single key. They rest while a field has the focus, and while the user has turned them off. */
export function useSingleKeys(bindings: readonly (readonly [key: string, handler: KeyHandler])[]) {
  useHotkeys(
    bindings.flatMap(([key, handler]) =>
      listVariants(key).map(
        (variant): HotkeyItem => [
          variant,
          (event) => {
            if (!areSingleKeysOn()) return
            if (handler(event) !== true) event.preventDefault()
          },
          { preventDefault: false },
        ],
      ),
    ),
  )
}
