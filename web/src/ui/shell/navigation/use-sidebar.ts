import { useState } from 'react'

const name = 'sidebar_state'
const sevenDaysSeconds = 60 * 60 * 24 * 7

/**
 * Browsers accept the prefix over TLS only. It prevents other hosts of the domain from setting the cookie (RFC
 * 6265bis).
 */
const getCookieName = (protocol: string) => (protocol === 'https:' ? `__Host-${name}` : name)

export const buildSidebarCookie = (isOpen: boolean, protocol: string) =>
  `${getCookieName(protocol)}=${isOpen}; path=/; max-age=${sevenDaysSeconds}; samesite=strict` +
  (protocol === 'https:' ? '; secure' : '')

/** Whether the sidebar is open according to the cookies; open by default. */
export const isSidebarOpen = (cookies: string, protocol: string) =>
  !cookies.split('; ').includes(`${getCookieName(protocol)}=false`)

/** Whether the sidebar is open, remembered for a week. */
export function useSidebar() {
  const { protocol } = window.location
  const [open, setOpen] = useState(() => isSidebarOpen(document.cookie, protocol))
  const toggle = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
    document.cookie = buildSidebarCookie(!open, protocol)
    setOpen(!open)
  }
  return { open, toggle }
}
