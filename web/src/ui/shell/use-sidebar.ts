import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'

const name = 'sidebar_state'
const sevenDays = 60 * 60 * 24 * 7

/** A browser takes the prefix by TLS alone, and then keeps other hosts of the domain from setting the cookie (RFC 6265bis). */
const nameBy = (protocol: string) => (protocol === 'https:' ? `__Host-${name}` : name)

export const sidebarCookie = (isOpen: boolean, protocol: string) =>
  `${nameBy(protocol)}=${isOpen}; path=/; max-age=${sevenDays}; samesite=strict` +
  (protocol === 'https:' ? '; secure' : '')

/** Whether the sidebar is open by the cookies of a page; it is unless they say otherwise. */
export const isOpenIn = (cookies: string, protocol: string) =>
  !cookies.split('; ').includes(`${nameBy(protocol)}=false`)

/** Whether the sidebar is open, remembered for a week; Ctrl or Cmd with B turns it. */
export function useSidebar() {
  const { protocol } = window.location
  const [open, setOpen] = useState(() => isOpenIn(document.cookie, protocol))
  const toggle = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
    document.cookie = sidebarCookie(!open, protocol)
    setOpen(!open)
  }
  useHotkeys([['mod+B', toggle]], [], true)
  return { open, toggle }
}
