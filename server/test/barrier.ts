/** Holds up whoever comes until `count` have come, and nobody after that. */
export function barrier(count: number): () => Promise<void> {
  const full = Promise.withResolvers<void>()
  let come = 0
  return () => {
    come += 1
    if (come === count) full.resolve()
    return full.promise
  }
}
