import { useEffect } from 'react'

/** Sets the page title: `Dooryard | Order Details`. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `Dooryard | ${title}`
  }, [title])
}
