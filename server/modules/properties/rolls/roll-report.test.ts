import { expect, test } from 'vitest'
import { compileSource } from '../sources/compile/compile-source.ts'
import { makeSource } from '../sources/source.fixture.ts'
import { countImplausible, createTally } from './roll-report.ts'

test('a frequent cell that cannot be true is counted, also after many that are all different', () => {
  const tally = createTally(compileSource(makeSource({ key: 'PIN', property: { yearBuilt: 'BUILT' } })))
  for (let at = 0; at < 1_000; at += 1) {
    countImplausible(tally, 'yearBuilt', `2${at}`)
    if (at >= 500) countImplausible(tally, 'yearBuilt', '99999')
  }
  const counts = tally.implausible.get('yearBuilt')
  expect(counts?.get('99999')).toBe(500)
  expect(counts?.size).toBe(100)
})
