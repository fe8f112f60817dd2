import { expect, test } from 'vitest'
import { findScrubbedFile, formatAreaCodes, formatListVersion, listResults } from './scrub-labels.ts'

test('the most severe result comes first, clean numbers last, and empty results are omitted', () => {
  const byResult = [
    { result: 'CLEAN' as const, count: 640 },
    { result: 'NATIONAL_DNC' as const, count: 160 },
    { result: 'STATE_DNC' as const, count: 0 },
    { result: 'NOT_SCRUBBED' as const, count: 12 },
    { result: 'LITIGATOR' as const, count: 1 },
  ]
  expect(listResults({ byResult }).map(({ label, count }) => `${label} ${count}`)).toEqual([
    'Litigator 1',
    'National do-not-call 160',
    'Not scrubbed 12',
    'Clean 640',
  ])
})

const national = {
  list: 'NATIONAL' as const,
  owner: 'PLATFORM' as const,
  san: '10000-0000001',
  areaCodes: ['615', '629'],
  accessedOn: '2026-10-30',
  sha256: [],
}

test('a list version shows its owner, its date and its area codes', () => {
  expect(formatListVersion(national)).toEqual({
    title: 'National registry',
    whose: "The platform's copy, subscription account 10000-0000001",
    fetched: 'Fetched Oct 30, 2026',
    codes: 'Area codes 615, 629',
  })
  const { san: _, ...state } = { ...national, list: 'STATE' as const, owner: 'YOURS' as const, state: 'TN' }
  expect(formatListVersion({ ...state, areaCodes: [] })).toMatchObject({
    title: 'State list, Tennessee',
    whose: 'Your copy',
    codes: undefined,
  })
})

test('a list generated for a demo is not shown as a registry list', () => {
  expect(formatListVersion({ ...national, san: '00000-0000000' }).whose).toBe(
    "The platform's copy, generated for the demo",
  )
})

test('area codes after the first twelve are counted', () => {
  const codes = Array.from({ length: 14 }, (_, index) => String(600 + index))
  expect(formatAreaCodes(codes)).toMatch(/^600, .*, 611 and 2 more$/)
})

test('the newest scrubbed file is shown', () => {
  const file = { createdAt: '2026-11-02T09:30:04.000Z', leads: 1, rechecks: [], hasCertificate: true }
  const scrub = { checkedAt: file.createdAt, numbers: 1, byResult: [], against: [], notCovered: [] }
  const files = [
    { ...file, version: 3 },
    { ...file, version: 2, scrub },
    { ...file, version: 1, scrub },
  ]
  expect(findScrubbedFile(files)?.version).toBe(2)
})
