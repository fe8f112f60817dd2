import { appError } from './errors.ts'

export type Lanes = {
  /** How many are inside at once. */
  size: number
  /** How many of these may be heavy, so that the light ones always find room. */
  heavy: number
  /** How many may wait in each lane, the heavy and the light; whoever comes then is asked to come again. */
  waiting: number
}

export type Turn = {
  isHeavy?: boolean | undefined
  /** Whoever asked has gone: a turn that is waited for is given up. */
  signal?: AbortSignal | undefined
  /** How long it may be waited for. */
  seconds?: number | undefined
}

type Waiter = { isHeavy: boolean; admit: () => void }

/**
 * Lets a few in at a time in the order they came; the heavy wait for each other and hold up nobody else. `busy` is said to
 * whoever finds no room or waits too long.
 */
export function turnstile({ size, heavy, waiting: room }: Lanes, busy: string) {
  const waiting: Waiter[] = []
  let inside = 0
  let heavyInside = 0

  const unavailable = () => appError('UNAVAILABLE', busy)

  const fits = (isHeavy: boolean) => inside < size && (!isHeavy || heavyInside < heavy)

  function admit(isHeavy: boolean) {
    inside += 1
    if (isHeavy) heavyInside += 1
  }

  function leave(isHeavy: boolean) {
    inside -= 1
    if (isHeavy) heavyInside -= 1
    const next = waiting.findIndex((waiter) => fits(waiter.isHeavy))
    if (next >= 0) waiting.splice(next, 1)[0]?.admit()
  }

  function wait({ isHeavy = false, signal, seconds }: Turn): Promise<void> {
    if (waiting.filter((waiter) => waiter.isHeavy === isHeavy).length >= room) throw unavailable()
    return new Promise((resolve, reject) => {
      const giveUp = (reason: unknown) => {
        waiting.splice(waiting.indexOf(waiter), 1)
        stopWaiting()
        reject(reason)
      }
      const onAbort = () => giveUp(signal?.reason)
      const timer = seconds === undefined ? undefined : setTimeout(() => giveUp(unavailable()), seconds * 1000)
      const stopWaiting = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const waiter = {
        isHeavy,
        admit: () => {
          stopWaiting()
          admit(isHeavy)
          resolve()
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      waiting.push(waiter)
    })
  }

  return {
    /** Does the work in its turn. Rejects when too many wait, when it waits too long, or when nobody wants it. */
    async pass<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
      turn.signal?.throwIfAborted()
      const isHeavy = turn.isHeavy ?? false
      if (fits(isHeavy)) admit(isHeavy)
      else await wait(turn)
      try {
        return await work()
      } finally {
        leave(isHeavy)
      }
    },
  }
}
