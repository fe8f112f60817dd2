import { useState } from 'react'

/**
 * Which lines of a breakdown show their parts. Held by what outlives the lines: the next step of a form, and a quote
 * after a failed one, render them anew.
 */
export function useOpenLines() {
  const [keys, setKeys] = useState<readonly string[]>([])
  return {
    isOpen: (key: string) => keys.includes(key),
    onToggle: (key: string, isOpen: boolean) =>
      setKeys((before) => {
        const others = before.filter((other) => other !== key)
        return isOpen ? [...others, key] : others
      }),
  }
}

export type OpenLines = ReturnType<typeof useOpenLines>
