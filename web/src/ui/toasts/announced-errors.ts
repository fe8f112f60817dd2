import { useLayoutEffect } from 'react'

const announcedErrors = new WeakSet<Error>()

/** Marks a failure that the screen announces to screen readers itself, so that its toast is not announced again. */
export function useAnnouncedError(error: Error | null | undefined) {
  useLayoutEffect(() => {
    if (error) announcedErrors.add(error)
  }, [error])
}

export const isAnnounced = (error: Error) => announcedErrors.has(error)
