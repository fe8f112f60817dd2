import { useRef } from 'react'

/** Lets one act through at a time: a second click before the first has landed does nothing. */
export function useSingleFlight() {
  const isBusy = useRef(false)
  return (act: (land: () => void) => void) => {
    if (isBusy.current) return
    isBusy.current = true
    act(() => {
      isBusy.current = false
    })
  }
}
