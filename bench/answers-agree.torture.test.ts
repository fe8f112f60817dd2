import { dayMs } from '@dooryard/contract/time'
import { expect, test } from 'vitest'
import { seededRandom } from '../server/test/random.ts'
import { cycle } from './measure-questions.ts'
import { askAll, openSides } from './two-sides.fixture.ts'

const random = seededRandom('bench/answers-agree.torture')

/** The rows are generated until October 2026. Some days have no like in other months. */
const days = ['2026-08-31', '2026-03-30', '2026-02-28', '2026-01-01', '2025-10-31', '2025-05-17']
const someDay = () => new Date(Date.UTC(2025, 0, 1) + Math.floor(random() * 660) * dayMs).toISOString().slice(0, 10)

const runs = [
  ...Array.from({ length: 12 }, () => 700),
  ...Array.from({ length: 12 }, () => 4_000),
  ...Array.from({ length: 6 }, () => 30_000),
  ...Array.from({ length: 3 }, () => 200_000),
].map((rows, at) => ({ rows, seed: Math.floor(random() * 1_000_000), today: days[at % 9] ?? someDay() }))

test.each(runs)('both sides give the same answers over $rows properties of seed $seed on $today', async (run) => {
  const sides = await openSides(run)
  try {
    const answers = await askAll(sides, cycle)
    expect(answers.size).toBe(sides.questions.length)
  } finally {
    await sides.close()
  }
})
