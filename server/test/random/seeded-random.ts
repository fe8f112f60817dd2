import { SimpleFaker } from '@faker-js/faker'

/** The seed of every random choice of the tests: printed by each run, and set by TEST_SEED. */
export const seed = Number(process.env['TEST_SEED'] ?? 1)

/** A source of numbers from 0 up to 1, the same for the same seed and name. */
export function createSeededRandom(name: string): () => number {
  const random = new SimpleFaker()
  random.seed([seed, ...Buffer.from(name)])
  return () => random.number.float()
}
