import { createContext, use, useSyncExternalStore } from 'react'

/**
 * The hovered property, in the table or on the map. Kept outside React state: the pointer crosses many rows a second,
 * and only the two that change render again.
 */
export function createHoverState() {
  let id: string | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => id,
    set: (next: string | undefined) => {
      if (next === id) return
      id = next
      for (const listen of listeners) listen()
    },
    subscribe: (listen: () => void) => {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
  }
}

export const HoverContext = createContext(createHoverState())

export const useHoverState = () => use(HoverContext)

export function useHoveredId() {
  const { subscribe, get } = useHoverState()
  return useSyncExternalStore(subscribe, get)
}

/** Whether this property is hovered; renders only when that changes. */
export function useIsHovered(id: string | undefined) {
  const { subscribe, get } = useHoverState()
  return useSyncExternalStore(subscribe, () => id !== undefined && get() === id)
}
