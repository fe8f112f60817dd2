/** Milliseconds of a repeated measurement. */
export type Timing = { median: number; p95: number; max: number }

export function summarizeTimes(times: readonly number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95), max: at(1) }
}

export async function measureTime<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now()
  const result = await work()
  return { ms: performance.now() - startedAt, result }
}

/** A subject to measure; `turn` makes each run a different question, so that no result comes from a cache. */
export type Subject = {
  name: string
  before?: () => Promise<unknown>
  run: (turn: number) => Promise<unknown>
  after?: (turn: number) => unknown
}

/**
 * Measures subjects in turns, so that other load on the machine affects all of them alike, and reverses their order
 * each round, so that none always reads what another has just cached. The first rounds are warm-up and do not count.
 */
export async function measureInTurns(
  subjects: readonly Subject[],
  { rounds, warmUp, afterRound }: { rounds: number; warmUp: number; afterRound?: (turn: number) => Promise<void> },
): Promise<Map<string, Timing>> {
  const taken = new Map(subjects.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const { name, before, run, after } of round % 2 === 0 ? subjects : subjects.toReversed()) {
      await before?.()
      const { ms } = await measureTime(() => run(round))
      await after?.(round)
      if (round >= warmUp) taken.get(name)?.push(ms)
    }
    await afterRound?.(round)
  }
  return new Map([...taken].map(([name, times]) => [name, summarizeTimes(times)]))
}
