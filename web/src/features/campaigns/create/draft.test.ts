import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  changed,
  type Draft,
  emptyDraft,
  isWorthKeeping,
  loadDraft,
  missingIn,
  reachableStep,
  saveDraft,
} from './draft.ts'

const empty = emptyDraft()
const typed: Draft = { ...empty, campaignType: 'MAIL_READY' }
const aimed: Draft = { ...typed, criteria: { location: { states: ['TN'] } } }

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['nothing chosen', empty, 'review', 'type'],
  ['a type chosen', typed, 'type', 'type'],
  ['a type chosen', typed, 'audience', 'audience'],
  ['a type chosen', typed, 'suppression', 'audience'],
  ['a type chosen', typed, 'review', 'audience'],
  ['an audience chosen', aimed, 'suppression', 'suppression'],
  ['an audience chosen', aimed, 'review', 'review'],
  ['an audience chosen', aimed, 'type', 'type'],
] as const)('with %s (%j), asking for %s shows %s', (_, draft, asked, shown) => {
  expect(reachableStep(draft, asked)).toBe(shown)
})

test('each step says what it lacks, and nobody has to be left out', () => {
  expect(missingIn(empty, 'type')).toBe('Choose a type to continue.')
  expect(missingIn(typed, 'audience')).toBe('Choose at least one filter to continue.')
  expect(missingIn({ ...typed, criteria: { exclude: { delivered: true } } }, 'audience')).toBe(
    'Choose at least one filter to continue.',
  )
  expect(missingIn(aimed, 'suppression')).toBeUndefined()
  expect(missingIn(aimed, 'review')).toBe('Campaign name is required')
  expect(missingIn({ ...aimed, name: 'x'.repeat(101) }, 'review')).toBe(
    'Campaign name must be less than 100 characters',
  )
  expect(missingIn({ ...aimed, name: 'Absentee owners' }, 'review')).toBeUndefined()
})

test('filters that are too large end the audience step, and too many exclusions the step in which they are taken back', () => {
  const cities = Array.from({ length: 1_000 }, (_, at) => `TN:${String(at).padEnd(110, 'X')}`)
  const large = { ...aimed, criteria: { location: { cities } } }
  expect(missingIn(large, 'audience')).toMatch(/^These filters take 117 kB, and 100 kB is the most\. Draw fewer/)
  const propertyIds = Array.from({ length: 10_001 }, (_, at) => String(at))
  const many = { ...aimed, criteria: { ...aimed.criteria, exclude: { propertyIds } } }
  expect(missingIn(many, 'audience')).toBeUndefined()
  expect(missingIn(many, 'suppression')).toMatch(/^These filters name 10,001 single properties/)
  expect(reachableStep(many, 'review')).toBe('suppression')
})

test('an untouched draft is not worth keeping', () => {
  expect(isWorthKeeping(empty)).toBe(false)
  expect([typed, aimed, { ...empty, name: 'A' }].map(isWorthKeeping)).toEqual([true, true, true])
})

test('a draft comes back as it was left', () => {
  const draft: Draft = { ...aimed, name: 'Absentee owners', quantity: '1,2', source: { name: 'Old', criteria: {} } }
  saveDraft('someone', draft)
  expect(loadDraft('someone')).toEqual(draft)
  expect(loadDraft('somebody else')).toEqual(empty)
})

test('what an older version kept is taken over, without what it had more and with what it had not', () => {
  const old = { campaignType: 'MAIL_READY', criteria: { location: { states: ['TN'] } }, name: 'Owners', key: 'k' }
  saveDraft('someone', old as unknown as Draft) // as it was written then
  expect(loadDraft('someone')).toEqual({ ...aimed, name: 'Owners' })
})

test.each([
  ['{"campaignType":"SMS_READY","criteria":{"planet":"Mars"},"quantity":7,"campaignId":"x"}', emptyDraft()],
  ['{"name":"Owners","campaignType":"CALL_READY"}', { ...emptyDraft(), name: 'Owners', campaignType: 'CALL_READY' }],
  ['not JSON', emptyDraft()],
  ['null', emptyDraft()],
])('of a draft that is %s, only what makes sense is taken', (text, expected) => {
  saveDraft('someone', typed)
  for (const name of kept.keys()) kept.set(name, text)
  expect(loadDraft('someone')).toEqual(expected)
})

test('a campaign that is there is kept for another name or audience, and not for another type', () => {
  const there: Draft = { ...aimed, campaignId: '7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10' }
  expect(changed(there, { name: 'B', criteria: {} }).campaignId).toBe(there.campaignId)
  expect(changed(there, { campaignType: 'CALL_READY' }).campaignId).toBeUndefined()
})
