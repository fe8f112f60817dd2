import { appError } from './errors.ts'

export type Lanes = {
  /** How many are inside at once. */
  size: number
  /** How many of these may be heavy, so that the light ones always find room. */
  heavy: number
  /** How many may wait in each lane, the light, the heavy and the patient; whoever comes then is asked to come again. */
  waiting: number
}

export type Turn = {
  isHeavy?: boolean | undefined
  /**
   * Of the heavy, it never takes the last room of theirs: that is left to those that are waited for more. Where they have
   * but one, it is let in when none of those waits.
   */
  isPatient?: boolean | undefined
  /** Whoever asked has gone: a turn that is waited for is given up. */
  signal?: AbortSignal | undefined
  /** How long it may be waited for. */
  seconds?: number | undefined
}

type Waiter = { turn: Turn; admit: () => void }

/**
 * Lets a few in at a time in the order they came; the heavy wait for each other and hold up nobody else. `busy` is said to
 * whoever finds no room or waits too long.
 */
export function turnstile({ size, heavy, waiting: room }: Lanes, busy: string) {
  const waiting: Waiter[] = []
  let inside = 0
  let heavyInside = 0
  let patientInside = 0
  const mostPatient = Math.max(heavy - 1, 1)

  const unavailable = () => appError('UNAVAILABLE', busy)

  const laneOf = ({ isHeavy, isPatient }: Turn) => (isHeavy ? (isPatient ? 'patient' : 'heavy') : 'light')
  const isPatient = (turn: Turn) => laneOf(turn) === 'patient'

  const fits = (turn: Turn) =>
    inside < size && (!turn.isHeavy || heavyInside < heavy) && (!isPatient(turn) || patientInside < mostPatient)

  function count(turn: Turn, by: 1 | -1) {
    inside += by
    if (turn.isHeavy) heavyInside += by
    if (isPatient(turn)) patientInside += by
  }

  function leave(turn: Turn) {
    count(turn, -1)
    const fitting = waiting.filter((waiter) => fits(waiter.turn))
    const next = (heavy === 1 && fitting.find((waiter) => !isPatient(waiter.turn))) || fitting[0]
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    next.admit()
  }

  function wait(turn: Turn): Promise<void> {
    const { signal, seconds } = turn
    if (waiting.filter((waiter) => laneOf(waiter.turn) === laneOf(turn)).length >= room) throw unavailable()
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
        turn,
        admit: () => {
          stopWaiting()
          count(turn, 1)
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
      if (fits(turn)) count(turn, 1)
      else await wait(turn)
      try {
        return await work()
      } finally {
        leave(turn)
      }
    },
  }
}
