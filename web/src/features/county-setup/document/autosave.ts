import { toError } from '../../../lib/errors/to-error.ts'

/** How far a change is saved; `error` is what the last attempt failed with. INCOMPLETE waits for more to be entered. */
export type SaveState = { status: 'SAVED' | 'SAVING' | 'INCOMPLETE' } | { status: 'FAILED'; error: Error }

type AutosaveOptions<Value> = {
  /** Milliseconds without a further change before one is saved. */
  delayMs: number
  save: (value: Value) => Promise<void>
  onState: (state: SaveState) => void
}

/**
 * Saves the newest value a moment after the last change, one call at a time, so that an older value never overwrites a
 * newer one. A value that could not be saved is tried again with the next change, or by `flush`. One that is incomplete
 * is saved by `flush` alone.
 */
export function createAutosave<Value>({ delayMs, save, onState }: AutosaveOptions<Value>) {
  let pending: { value: Value } | undefined
  let incomplete: { value: Value } | undefined
  // Handed over while a call runs: newer than the value of the call, and lost if that fails.
  let handed: { value: Value } | undefined
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = async () => {
    while (pending) {
      const next = pending
      pending = undefined
      handed = undefined
      try {
        await save(next.value)
      } catch (error) {
        pending ??= handed ?? next
        onState({ status: 'FAILED', error: toError(error) })
        throw error
      }
    }
    onState({ status: incomplete ? 'INCOMPLETE' : 'SAVED' })
  }

  const start = (): Promise<void> => {
    clearTimeout(timer)
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }

  /** Saves at once what is not saved; rejects if that fails. */
  const flush = (): Promise<void> => {
    pending = incomplete ?? pending
    incomplete = undefined
    return start()
  }

  return {
    flush,
    change: (value: Value, isComplete = true) => {
      incomplete = isComplete ? undefined : { value }
      // What was complete before is saved in its time.
      if (incomplete) return onState({ status: 'INCOMPLETE' })
      pending = { value }
      onState({ status: 'SAVING' })
      clearTimeout(timer)
      timer = setTimeout(() => start().catch(() => {}), delayMs) // the state has told of the failure
    },
    /** Forgets what is not saved; resolves once no call is on its way, so that none overtakes what follows. */
    discard: async () => {
      clearTimeout(timer)
      pending = undefined
      incomplete = undefined
      await running?.catch(() => {}) // what it could not save is forgotten below
      pending = undefined
      onState({ status: 'SAVED' })
    },
    /** Hands what is not saved, and not on its way, to `send` for a page that is left; it is kept where that fails. */
    handOver: (send: (value: Value, isAfterCall: boolean) => boolean) => {
      if (!pending || !send(pending.value, running !== undefined)) return
      clearTimeout(timer)
      handed = pending
      pending = undefined
    },
    isDirty: () => pending !== undefined || incomplete !== undefined || running !== undefined,
  }
}
