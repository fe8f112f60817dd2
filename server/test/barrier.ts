/** Blocks callers until `count` have arrived, and none after that. */
export function createBarrier(count: number): () => Promise<void> {
  const full = Promise.withResolvers<void>()
  let come = 0
  return () => {
    come += 1
    if (come === count) full.resolve()
    return full.promise
  }
}
