import { useEffect, useState } from 'react'

/** Whole seconds until an instant, counting down to 0. */
export function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((instant - now) / 1000))
  useEffect(() => {
    setNow(Date.now())
    if (instant <= Date.now()) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (instant <= Date.now()) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [instant])
  return left
}

/** `43 s`, `14:05`. */
export const formatWait = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
