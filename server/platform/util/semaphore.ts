import PQueue from 'p-queue'
import { appError } from '../errors/app-error.ts'

export type SemaphoreOptions = {
  size: number
  /** Maximum number of heavy tasks, so that light ones always find room. */
  heavy: number
  /** Maximum number waiting in each lane; further callers get UNAVAILABLE. */
  waiting: number
}

export type AcquireOptions = {
  isHeavy?: boolean | undefined
  /** Leaves the last heavy slot to more urgent tasks; where there is only one slot, runs when none of them waits. */
  isPatient?: boolean | undefined
  signal?: AbortSignal | undefined
  seconds?: number | undefined
}

/**
 * First in, first out; heavy tasks wait for each other and delay no light one. `busyMessage` is the message of
 * UNAVAILABLE.
 */
export function createSemaphore({ size, heavy, waiting: maxWaiting }: SemaphoreOptions, busyMessage: string) {
  const allQueue = new PQueue({ concurrency: size })
  const heavyQueue = new PQueue({ concurrency: Math.max(heavy, 1) })
  const patientQueue = new PQueue({ concurrency: Math.max(heavy - 1, 1) })
  const waiting = { light: 0, heavy: 0, patient: 0 }
  let arrivals = 0

  return {
    /** Rejects when too many wait, when the wait times out, or when the signal aborts. */
    async pass<T>({ isHeavy, isPatient, signal, seconds }: AcquireOptions, work: () => Promise<T>): Promise<T> {
      signal?.throwIfAborted()
      const lane = isHeavy ? (isPatient ? 'patient' : 'heavy') : 'light'
      // Never aborted once the work has begun: the queues would give its slot away while it runs.
      const controller = new AbortController()
      let isWaiting = true
      let timer: NodeJS.Timeout | undefined
      const stopWaiting = () => {
        isWaiting = false
        waiting[lane] -= 1
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const reject = (reason: unknown) => {
        stopWaiting()
        controller.abort(reason)
      }
      const onAbort = () => reject(signal?.reason)
      const start = () => {
        stopWaiting()
        return work()
      }
      arrivals += 1
      waiting[lane] += 1
      const options = { signal: controller.signal, priority: -arrivals }
      const heavyOptions = { ...options, priority: heavy === 1 && isPatient ? -Infinity : -arrivals }
      const enqueue = () => allQueue.add(start, options)
      const enqueueHeavy = () => heavyQueue.add(enqueue, heavyOptions)
      const enqueueByLane = {
        light: enqueue,
        heavy: enqueueHeavy,
        patient: () => patientQueue.add(enqueueHeavy, options),
      }
      const result = enqueueByLane[lane]()
      // A task that finds a free slot starts at once.
      if (isWaiting && waiting[lane] > maxWaiting) reject(appError('UNAVAILABLE', busyMessage))
      if (isWaiting) {
        signal?.addEventListener('abort', onAbort, { once: true })
        if (seconds !== undefined)
          timer = setTimeout(() => reject(appError('UNAVAILABLE', busyMessage)), seconds * 1000)
      }
      return result
    },
  }
}
