import { useEffect, useState } from 'react'

/** The time, by the browser's clock unless another is given; renders anew in such steps. */
export function useNow(stepMs: number, getTime: () => number = Date.now): number {
  const [now, setNow] = useState(getTime)
  useEffect(() => {
    const timer = setInterval(() => setNow(getTime()), stepMs)
    return () => clearInterval(timer)
  }, [stepMs, getTime])
  return now
}
