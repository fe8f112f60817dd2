import { createHash } from 'node:crypto'

type Work<Answer> = (signal: AbortSignal) => Promise<Answer>

export type AnswerCache = ReturnType<typeof answerCache>

/**
 * Gives each answer once: kept within `entries` and `bytes`, and one piece of work for all who ask the same at once.
 * The work is stopped only when the last of them has gone; what fails is not kept.
 */
export function answerCache(limits: { entries: number; bytes: number }) {
  const kept = keptAnswers(limits)
  const shared = sharedWork(kept.add)
  let leftBehind: AbortController | undefined

  /** `question` names everything that the answer depends on. */
  async function ask<Answer>(
    question: readonly string[],
    signal: AbortSignal | undefined,
    work: Work<Answer>,
  ): Promise<Answer> {
    signal?.throwIfAborted()
    const key = question.join('|')
    const known = kept.find(key)
    // The first part of a question says which kind of answer it has.
    return (known ? known.answer : await shared.join(key, signal, work)) as Answer
  }

  /**
   * As `ask`, but undefined when the answer is not there once `patience` ends. The work then goes on, so that whoever
   * asks next has the answer, until some other work is left behind so: one piece at a time loads the store for nobody.
   */
  async function askInPassing<Answer>(
    question: readonly string[],
    signal: AbortSignal | undefined,
    work: Work<Answer>,
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
      leftBehind?.abort(new Error('Other work was left behind after it.'))
      leftBehind = staying
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

function keptAnswers({ entries, bytes }: { entries: number; bytes: number }) {
  const kept = new Map<string, { answer: unknown; bytes: number }>()
  let keptBytes = 0
  return {
    add(key: string, answer: unknown) {
      const size = key.length + JSON.stringify(answer).length
      kept.set(key, { answer, bytes: size })
      keptBytes += size
      for (const [oldest, entry] of kept) {
        if (kept.size <= entries && keptBytes <= bytes) break
        kept.delete(oldest)
        keptBytes -= entry.bytes
      }
    },
    find(key: string): { answer: unknown } | undefined {
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
      }
      return known
    },
  }
}

type Running = { answer: Promise<unknown>; waiting: number; stop: (reason: unknown) => void }

function sharedWork(onDone: (key: string, answer: unknown) => void) {
  const running = new Map<string, Running>()

  function start(key: string, work: Work<unknown>): Running {
    const controller = new AbortController()
    const run: Running = { waiting: 0, stop: (reason) => controller.abort(reason), answer: Promise.resolve() }
    const isCurrent = () => running.get(key) === run
    run.answer = work(controller.signal)
      .then((answer) => {
        if (isCurrent()) onDone(key, answer)
        return answer
      })
      .finally(() => isCurrent() && running.delete(key))
    running.set(key, run)
    return run
  }

  const wait = (key: string, run: Running, signal: AbortSignal | undefined) =>
    new Promise<unknown>((resolve, reject) => {
      const leave = () => {
        run.waiting -= 1
        if (run.waiting === 0) {
          if (running.get(key) === run) running.delete(key)
          run.stop(signal?.reason)
        }
        reject(signal?.reason)
      }
      run.waiting += 1
      signal?.addEventListener('abort', leave, { once: true })
      run.answer.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
    })

  return {
    join: (key: string, signal: AbortSignal | undefined, work: Work<unknown>) =>
      wait(key, running.get(key) ?? start(key, work), signal),
  }
}

/** Values that say the same give the same digest, in whatever order their keys and lists stand. */
export const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(canonical(value)))
    .digest('base64url')

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(canonical)
    return items.every((item) => typeof item === 'string') ? items.sort() : items
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, canonical(part)]))
}
