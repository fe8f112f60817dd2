import { expect, test } from 'vitest'
import { largestCriteria, largestCriteriaOfBefore } from '../server/test/largest.ts'
import { attackLists } from './list-attack.ts'

// Its short form is server/test/page-sizes.test.ts: no list reads criteria, however large they are.

test('lists of the largest searches, campaigns and orders hold no more than 300 MB, however many are asked for at once', async () => {
  const { atRest, atMost, slowestMs } = await attackLists({
    criteria: largestCriteria,
    before: largestCriteriaOfBefore,
    times: 3,
  })
  expect(atMost - atRest).toBeLessThan(300)
  // Fifty lists at once share the processor with it: 0.4 s on two cores that others used as well, and 3 s with whole criteria.
  expect(slowestMs).toBeLessThan(1_000)
})
