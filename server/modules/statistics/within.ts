import { setTimeout as sleep } from 'node:timers/promises'

/** Does work that gets a signal when its time is over, and from then on waits for it no longer: rejects, saying so. */
export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const [ending, settled] = [new AbortController(), new AbortController()]
  const silence = async (): Promise<never> => {
    await sleep(ms, undefined, { ref: false, signal: settled.signal })
    const late = new Error(`It did not answer within ${ms / 1_000} s.`)
    ending.abort(late)
    throw late
  }
  try {
    return await Promise.race([work(ending.signal), silence()])
  } finally {
    settled.abort()
  }
}
