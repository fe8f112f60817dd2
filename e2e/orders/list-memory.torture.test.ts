import { expect, test } from 'vitest'
import { largestCriteria, largestLegacyCriteria } from '../../server/test/random/largest-criteria.ts'
import { measureListMemory } from './list-memory.ts'

// Its short form is server/test/page-sizes.test.ts: no list reads criteria, whatever their size.

test('lists of the largest searches, campaigns and orders use at most 300 MB, however many are requested at once', async () => {
  const { atRest, atMost, slowestMs } = await measureListMemory({
    criteria: largestCriteria,
    before: largestLegacyCriteria,
    times: 3,
  })
  expect(atMost - atRest).toBeLessThan(300)
  // Fifty concurrent lists share the processor with it: 0.4 s on two cores under other load, and 3 s with whole
  // criteria.
  expect(slowestMs).toBeLessThan(1_000)
})
