import { toError } from '../../../lib/errors/to-error.ts'

/** How far a change is saved; `error` is what the last attempt failed with. */
export type SaveState = { status: 'SAVED' | 'SAVING' } | { status: 'FAILED'; error: Error }

type AutosaveOptions<Value> = {
  /** Milliseconds without a further change before one is saved. */
  delayMs: number
  save: (value: Value) => Promise<void>
  onState: (state: SaveState) => void
}

/**
 * Saves the newest value a moment after the last change, one call at a time, so that an older value never overwrites a
 * newer one. A value that could not be saved is tried again with the next change, or by `flush`.
 */
export function createAutosave<Value>({ delayMs, save, onState }: AutosaveOptions<Value>) {
  let pending: { value: Value } | undefined
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
    onState({ status: 'SAVED' })
  }

  /** Saves at once what is not saved; rejects if that fails. */
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    flush,
    change: (value: Value) => {
      pending = { value }
      onState({ status: 'SAVING' })
      clearTimeout(timer)
      timer = setTimeout(() => flush().catch(() => {}), delayMs) // the state has told of the failure
    },
    /** Forgets what is not saved; resolves once no call is on its way, so that none overtakes what follows. */
    discard: async () => {
      clearTimeout(timer)
      pending = undefined
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
    isDirty: () => pending !== undefined || running !== undefined,
  }
}
