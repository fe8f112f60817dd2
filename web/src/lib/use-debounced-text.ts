import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/** A text input that shows keystrokes at once and reports them when typing pauses. */
export function useDebouncedText(value: string, onSettled: (value: string) => void, delay = 250) {
  const [text, setText] = useState(value)
  const reported = useRef(value)
  const report = (next: string) => {
    // Trimmed, so that the value that comes back equals the reported one, and a space being typed is kept.
    reported.current = next.trim()
    onSettled(reported.current)
  }
  const reportTyped = useDebouncedCallback(report, delay)
  useEffect(() => {
    // Only a value set elsewhere (Back, Clear) replaces what is being typed.
    if (value === reported.current) return
    reported.current = value
    reportTyped.cancel()
    setText(value)
  }, [value, reportTyped])
  return {
    text,
    type: (next: string) => {
      setText(next)
      reportTyped(next)
    },
    set: (next: string) => {
      reportTyped.cancel()
      setText(next)
      report(next)
    },
  }
}
