import { createContext, use, useSyncExternalStore } from 'react'

/**
 * Which property is pointed at, in the table or on the map. Outside of React's state: the pointer crosses many rows a
 * second, and only the two that change are drawn anew.
 */
export function createPointed() {
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

export type Pointed = ReturnType<typeof createPointed>

const PointedContext = createContext<Pointed>(createPointed())

export const PointedProvider = PointedContext.Provider

export const usePointed = () => use(PointedContext)

/** The property that is pointed at. */
export function usePointedId() {
  const { subscribe, get } = usePointed()
  return useSyncExternalStore(subscribe, get)
}

/** Whether it is this one; draws anew only when that changes. */
export function useIsPointed(id: string | undefined) {
  const { subscribe, get } = usePointed()
  return useSyncExternalStore(subscribe, () => id !== undefined && get() === id)
}
