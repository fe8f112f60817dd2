import { createHash } from 'node:crypto'

type AnswerWork<Answer> = (signal: AbortSignal) => Promise<Answer>

/** `measure` returns the bytes of an answer; by default those of its JSON. */
type CacheLimits = { entries: number; bytes: number; measure?: (answer: unknown) => number }

export type AnswerCache = ReturnType<typeof createAnswerCache>

/**
 * Caches answers within `entries` and `bytes`, and coalesces concurrent requests for the same answer. The work is
 * aborted only when its last caller has left; failures are not cached.
 */
export function createAnswerCache(limits: CacheLimits) {
  const cached = createLruCache(limits)
  const shared = createSharedWork(cached.add)
  let backgroundWork: AbortController | undefined

  /** `question` lists everything the answer depends on. */
  async function ask<Answer>(
    question: readonly string[],
    signal: AbortSignal | undefined,
    work: AnswerWork<Answer>,
  ): Promise<Answer> {
    signal?.throwIfAborted()
    const key = question.join('|')
    const hit = cached.find(key)
    // The first part of a question determines the type of its answer.
    return (hit ? hit.answer : await shared.join(key, signal, work)) as Answer
  }

  /**
   * Like `ask`, but returns undefined when there is no answer once `patience` resolves. The work continues in the
   * background for the next caller, until other work takes its place: only one such job at a time loads the store.
   */
  async function askInPassing<Answer>(
    question: readonly string[],
    signal: AbortSignal | undefined,
    work: AnswerWork<Answer>,
    patience: Promise<unknown>,
  ): Promise<Answer | undefined> {
    const staying = new AbortController()
    const stop = () => staying.abort(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    const answer = ask(question, staying.signal, work)
    const late = patience.then(() => 'late' as const)
    try {
      const first = await Promise.race([answer.then((value) => ({ value })), late])
      if (first !== 'late') return first.value
      backgroundWork?.abort(new Error('Other work was left behind after it.'))
      backgroundWork = staying
      return undefined
    } catch (error) {
      staying.abort(error)
      throw error
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  return { ask, askInPassing }
}

const measureJson = (answer: unknown) => JSON.stringify(answer).length

function createLruCache({ entries, bytes, measure = measureJson }: CacheLimits) {
  const cached = new Map<string, { answer: unknown; bytes: number }>()
  let cachedBytes = 0
  return {
    add(key: string, answer: unknown) {
      const size = key.length + measure(answer)
      cached.set(key, { answer, bytes: size })
      cachedBytes += size
      for (const [oldest, entry] of cached) {
        if (cached.size <= entries && cachedBytes <= bytes) break
        cached.delete(oldest)
        cachedBytes -= entry.bytes
      }
    },
    find(key: string): { answer: unknown } | undefined {
      const hit = cached.get(key)
      if (hit) {
        cached.delete(key)
        cached.set(key, hit)
      }
      return hit
    },
  }
}

type InFlightWork = { answer: Promise<unknown>; waiting: number; stop: (reason: unknown) => void }

function createSharedWork(onDone: (key: string, answer: unknown) => void) {
  const inFlightByKey = new Map<string, InFlightWork>()

  function start(key: string, work: AnswerWork<unknown>): InFlightWork {
    const controller = new AbortController()
    const run: InFlightWork = { waiting: 0, stop: (reason) => controller.abort(reason), answer: Promise.resolve() }
    const isCurrent = () => inFlightByKey.get(key) === run
    run.answer = work(controller.signal)
      .then((answer) => {
        if (isCurrent()) onDone(key, answer)
        return answer
      })
      .finally(() => isCurrent() && inFlightByKey.delete(key))
    inFlightByKey.set(key, run)
    return run
  }

  const wait = (key: string, run: InFlightWork, signal: AbortSignal | undefined) =>
    new Promise<unknown>((resolve, reject) => {
      const leave = () => {
        run.waiting -= 1
        if (run.waiting === 0) {
          if (inFlightByKey.get(key) === run) inFlightByKey.delete(key)
          run.stop(signal?.reason)
        }
        reject(signal?.reason)
      }
      run.waiting += 1
      signal?.addEventListener('abort', leave, { once: true })
      run.answer.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
    })

  return {
    join: (key: string, signal: AbortSignal | undefined, work: AnswerWork<unknown>) =>
      wait(key, inFlightByKey.get(key) ?? start(key, work), signal),
  }
}

/** Equal values have the same digest, whatever the order of their keys and lists. */
export const toDigest = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(toCanonical(value)))
    .digest('base64url')

function toCanonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(toCanonical)
    return items.every((item) => typeof item === 'string') ? items.sort() : items
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, toCanonical(part)]))
}
