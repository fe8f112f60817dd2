import { type KeyboardEvent, useEffect, useRef } from 'react'
import { areSingleKeysOn, useSingleKeys } from '../../ui/hooks/single-keys.ts'

const selector = 'a[data-task]'

const listLinks = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>(selector) ?? [])]

export type TaskKeyActions = { onFinish: (id: string) => void; onPostpone: (id: string, days: number) => void }

/**
 * J and K, or the arrow keys within the list, move between tasks; X finishes the focused one, S postpones it. When it
 * leaves the list, the focus goes to the task that takes its place.
 */
export function useTaskKeys({ onFinish, onPostpone }: TaskKeyActions) {
  const list = useRef<HTMLDivElement>(null)
  const lastKey = useRef('')
  /** The place of the task that a key has removed or moved. */
  const wantedPlace = useRef<number>(undefined)
  const getPlace = () => listLinks(list.current).indexOf(document.activeElement as HTMLElement) // -1 for others
  const move = (step: number) => {
    const links = listLinks(list.current)
    const place = getPlace()
    links[place < 0 ? 0 : Math.min(Math.max(place + step, 0), links.length - 1)]?.focus()
  }
  useSingleKeys([
    ['J', () => move(1)],
    ['K', () => move(-1)],
  ])
  useEffect(() => {
    const place = wantedPlace.current
    if (place === undefined || document.activeElement !== document.body) return
    const links = listLinks(list.current)
    links[Math.min(place, links.length - 1)]?.focus()
    wantedPlace.current = undefined
  })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const before = lastKey.current
    lastKey.current = event.key.toLowerCase()
    const id = (event.target as HTMLElement).dataset['task'] // set on the links alone
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      return move(event.key === 'ArrowDown' ? 1 : -1)
    }
    // G and S goes to another screen.
    if (before === 'g' || !areSingleKeysOn()) return
    const isFinish = lastKey.current === 'x' && !event.shiftKey
    if (!isFinish && lastKey.current !== 's') return
    event.preventDefault()
    // A key held down would act on one task after the other.
    if (event.repeat) return
    wantedPlace.current = getPlace()
    if (isFinish) onFinish(id)
    else onPostpone(id, event.shiftKey ? 7 : 1)
  }
  return { list, onKeyDown }
}
