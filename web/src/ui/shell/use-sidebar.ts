import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'

const cookie = 'sidebar_state'
const sevenDays = 60 * 60 * 24 * 7

const wasOpen = () => !document.cookie.split('; ').includes(`${cookie}=false`)

/** Whether the sidebar is open, remembered for a week; Ctrl or Cmd with B turns it. */
export function useSidebar() {
  const [open, setOpen] = useState(wasOpen)
  const toggle = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
    document.cookie = `${cookie}=${!open}; path=/; max-age=${sevenDays}; samesite=lax`
    setOpen(!open)
  }
  useHotkeys([['mod+B', toggle]], [], true)
  return { open, toggle }
}
