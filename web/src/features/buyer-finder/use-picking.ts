import { useEffect, useState } from 'react'
import type { Position } from './buyer-search.ts'

/** Whether the next click on the map says where to look. One click ends it, and so does Escape. */
export function usePicking(onPick: (point: Position) => void) {
  const [isOn, setOn] = useState(false)
  const stop = () => setOn(false)
  useEffect(() => {
    if (!isOn) return
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setOn(false)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn])
  const pick = (point: Position) => {
    stop()
    onPick(point)
  }
  return { isOn, start: () => setOn(true), stop, mode: isOn ? { onPick: pick, onCancel: stop } : undefined }
}
