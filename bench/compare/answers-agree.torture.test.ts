import { dayMs } from '@dooryard/contract/api/time'
import { expect, test } from 'vitest'
import { createSeededRandom } from '../../server/test/random/seeded-random.ts'
import { turnsPerCycle } from '../runner/measure-questions.ts'
import { openBothStores, queryAllQuestions } from './both-stores.fixture.ts'

const random = createSeededRandom('bench/answers-agree.torture')

/** The rows are generated up to October 2026. Some of these days do not exist in other months. */
const days = ['2026-08-31', '2026-03-30', '2026-02-28', '2026-01-01', '2025-10-31', '2025-05-17']
const pickRandomDay = () =>
  new Date(Date.UTC(2025, 0, 1) + Math.floor(random() * 660) * dayMs).toISOString().slice(0, 10)

const runs = [
  ...Array.from({ length: 12 }, () => 700),
  ...Array.from({ length: 12 }, () => 4_000),
  ...Array.from({ length: 6 }, () => 30_000),
  ...Array.from({ length: 3 }, () => 200_000),
].map((rows, at) => ({ rows, seed: Math.floor(random() * 1_000_000), today: days[at % 9] ?? pickRandomDay() }))

test.each(runs)(
  'the API and PostgreSQL give the same answers over $rows properties of seed $seed on $today',
  async (run) => {
    const sides = await openBothStores(run)
    try {
      const answers = await queryAllQuestions(sides, turnsPerCycle)
      expect(answers.size).toBe(sides.questions.length)
    } finally {
      await sides.close()
    }
  },
)
