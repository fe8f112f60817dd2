/** The number that every random choice of the tests follows from: printed by each run, and given again by TEST_SEED. */
export const seed = Number(process.env['TEST_SEED'] ?? 1)

/**
 * A source of numbers from 0 up to 1, the same for the same seed and name. Mulberry32, which is even enough for tests:
 * https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 */
export function seededRandom(name: string): () => number {
  let state = seed
  for (const character of name) state = Math.imul(state ^ character.charCodeAt(0), 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
