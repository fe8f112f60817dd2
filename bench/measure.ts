/** Milliseconds of one thing measured often. */
export type Timing = { name: string; median: number; p95: number }

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/**
 * Measures things in turns, so that whatever else the machine does falls on all of them alike. The first rounds warm up and
 * do not count.
 */
export async function measureInTurns(
  subjects: Record<string, () => Promise<unknown>>,
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<Timing[]> {
  const taken = new Map(Object.keys(subjects).map((name) => [name, [] as number[]]))
  for (let round = 0; round < warmUp + rounds; round++)
    for (const [name, run] of Object.entries(subjects)) {
      const begun = performance.now()
      await run()
      if (round >= warmUp) taken.get(name)?.push(performance.now() - begun)
    }
  return [...taken].map(([name, times]) => {
    const sorted = times.toSorted((a, b) => a - b)
    return { name, median: at(sorted, 0.5), p95: at(sorted, 0.95) }
  })
}
