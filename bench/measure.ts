/** Milliseconds of one thing measured often. */
export type Timing = { median: number; p95: number; max: number }

export function timingOf(times: readonly number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95), max: at(1) }
}

export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const begun = performance.now()
  const result = await work()
  return { ms: performance.now() - begun, result }
}

/** One thing to measure; `turn` makes each time another question, so that nothing is answered from memory. */
export type Subject = {
  name: string
  before?: () => Promise<unknown>
  run: (turn: number) => Promise<unknown>
  after?: (turn: number) => unknown
}

/**
 * Measures things in turns, so that whatever else the machine does falls on all of them alike, and each time in the
 * other order, so that none always finds what another has just read. The first rounds warm up and do not count.
 */
export async function measureInTurns(
  subjects: readonly Subject[],
  { rounds, warmUp, afterRound }: { rounds: number; warmUp: number; afterRound?: (turn: number) => Promise<void> },
): Promise<Map<string, Timing>> {
  const taken = new Map(subjects.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const { name, before, run, after } of round % 2 === 0 ? subjects : subjects.toReversed()) {
      await before?.()
      const { ms } = await timed(() => run(round))
      await after?.(round)
      if (round >= warmUp) taken.get(name)?.push(ms)
    }
    await afterRound?.(round)
  }
  return new Map([...taken].map(([name, times]) => [name, timingOf(times)]))
}
