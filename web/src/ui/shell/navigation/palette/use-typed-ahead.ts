import { useEffect, useState } from 'react'

/** The keys that are typed while `isWaiting`, before there is a field for them; none once `clear` was called. */
export function useTypedAhead(isWaiting: boolean) {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    if (!isWaiting) return
    const keep = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if (key.length > 1 || ctrlKey || metaKey || altKey) return
      // Neither the page nor a shortcut gets it.
      event.preventDefault()
      event.stopPropagation()
      setTyped((before) => before + key)
    }
    window.addEventListener('keydown', keep, true)
    return () => window.removeEventListener('keydown', keep, true)
  }, [isWaiting])
  return { typed, clear: () => setTyped('') }
}
