import PQueue from 'p-queue'
import { appError } from './errors.ts'

export type Lanes = {
  size: number
  /** How many of these may be heavy, so that the light ones always find room. */
  heavy: number
  /** In each lane; whoever comes then is asked to come again. */
  waiting: number
}

export type Turn = {
  isHeavy?: boolean | undefined
  /** Leaves the last heavy room to those waited for more; where there is but one, comes in when none of them waits. */
  isPatient?: boolean | undefined
  signal?: AbortSignal | undefined
  seconds?: number | undefined
}

/** In the order they came; the heavy wait for each other and hold up nobody else. `busy` is said in a refusal. */
export function turnstile({ size, heavy, waiting: room }: Lanes, busy: string) {
  const allQueue = new PQueue({ concurrency: size })
  const heavyQueue = new PQueue({ concurrency: Math.max(heavy, 1) })
  const patientQueue = new PQueue({ concurrency: Math.max(heavy - 1, 1) })
  const waiting = { light: 0, heavy: 0, patient: 0 }
  let arrivals = 0

  return {
    /** Rejects when too many wait, when it waits too long, or when nobody wants it. */
    async pass<T>({ isHeavy, isPatient, signal, seconds }: Turn, work: () => Promise<T>): Promise<T> {
      signal?.throwIfAborted()
      const lane = isHeavy ? (isPatient ? 'patient' : 'heavy') : 'light'
      // Never aborted once the work has begun: the queues would give its place away while it goes on.
      const controller = new AbortController()
      let isWaiting = true
      let timer: NodeJS.Timeout | undefined
      const stopWaiting = () => {
        isWaiting = false
        waiting[lane] -= 1
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const giveUp = (reason: unknown) => {
        stopWaiting()
        controller.abort(reason)
      }
      const onAbort = () => giveUp(signal?.reason)
      const begin = () => {
        stopWaiting()
        return work()
      }
      arrivals += 1
      waiting[lane] += 1
      const options = { signal: controller.signal, priority: -arrivals }
      const heavyOptions = { ...options, priority: heavy === 1 && isPatient ? -Infinity : -arrivals }
      const enter = () => allQueue.add(begin, options)
      const enterHeavy = () => heavyQueue.add(enter, heavyOptions)
      const enterLane = { light: enter, heavy: enterHeavy, patient: () => patientQueue.add(enterHeavy, options) }
      const passing = enterLane[lane]()
      // What finds a place begins at once.
      if (isWaiting && waiting[lane] > room) giveUp(appError('UNAVAILABLE', busy))
      if (isWaiting) {
        signal?.addEventListener('abort', onAbort, { once: true })
        if (seconds !== undefined) timer = setTimeout(() => giveUp(appError('UNAVAILABLE', busy)), seconds * 1000)
      }
      return passing
    },
  }
}
