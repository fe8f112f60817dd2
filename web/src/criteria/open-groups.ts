import { useState } from 'react'

const key = 'dooryard.open-filters'
const usual = ['location', 'property', 'owner']

function kept(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : usual
  } catch {
    return usual
  }
}

/** Which groups of filters are open, kept in this browser. */
export function useOpenGroups() {
  const [open, setOpen] = useState(kept)
  const toggle = (group: string) => {
    const next = open.includes(group) ? open.filter((other) => other !== group) : [...open, group]
    setOpen(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Without storage they are open until the page is left.
    }
  }
  return { isOpen: (group: string) => open.includes(group), toggle }
}
