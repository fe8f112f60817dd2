import { useEffect } from 'react'

/** Titles the page: `Dooryard | Order Details`. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `Dooryard | ${title}`
  }, [title])
}
