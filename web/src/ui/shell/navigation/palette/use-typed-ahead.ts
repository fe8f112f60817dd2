import { useEffect, useState } from 'react'

/**
 * What is typed while `isWaiting`, before there is a field for it; nothing once `clear` was called. Enter is
 * dropped: nothing has been searched yet.
 */
export function useTypedAhead(isWaiting: boolean) {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    if (!isWaiting) return
    const keep = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      const isText = key.length === 1
      if ((!isText && key !== 'Backspace' && key !== 'Enter') || ctrlKey || metaKey || altKey) return
      // Neither the page nor a shortcut gets it.
      event.preventDefault()
      event.stopPropagation()
      if (isText) setTyped((before) => before + key)
      else if (key === 'Backspace') setTyped((before) => before.slice(0, -1))
    }
    window.addEventListener('keydown', keep, true)
    return () => window.removeEventListener('keydown', keep, true)
  }, [isWaiting])
  return { typed, clear: () => setTyped('') }
}
