import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { Selection } from './use-selection.ts'

type RowKeys = {
  box: RefObject<HTMLElement | null>
  /** The row that the keyboard is at. */
  current: number
  setCurrent: (index: number) => void
  last: number
  /** Rows that are in sight together. */
  step: number
  scrollTo: (index: number) => void
  selection: Selection
  onOpen: (propertyId: string) => void
}

const inControl = (target: EventTarget) => target instanceof Element && target.closest('button, select, input') !== null

/** Moves over all rows by keyboard, also over those that are not there yet; opens and selects the one it is at. */
export function useRowKeys({ box, current, setCurrent, last, step, scrollTo, selection, onOpen }: RowKeys) {
  const wantsFocus = useRef(false)
  useEffect(() => {
    if (!wantsFocus.current) return
    const row = box.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)
    if (!row) return
    wantsFocus.current = false
    row.focus({ preventScroll: true })
  })
  const go = (to: number) => {
    const next = Math.max(0, Math.min(last, to))
    wantsFocus.current = true
    setCurrent(next)
    scrollTo(next)
  }
  const moves: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + step,
    PageUp: current - step,
    Home: 0,
    End: last,
  }
  return (event: KeyboardEvent, propertyId: string | undefined) => {
    const { key, target, shiftKey } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key === 'Escape' && selection.selected.size > 0) return selection.clear()
    if (inControl(target)) return
    const to = moves[key]
    const isOnLink = target instanceof Element && target.closest('a') !== null
    if (to === undefined && (!propertyId || isOnLink || (key !== 'Enter' && key !== ' '))) return
    event.preventDefault()
    if (to !== undefined) go(to)
    else if (propertyId && key === 'Enter') onOpen(propertyId)
    else if (propertyId) void selection.toggle(propertyId, current, shiftKey)
  }
}
