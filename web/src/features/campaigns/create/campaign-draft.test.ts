import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  buildPhonesDraft,
  type CampaignDraft,
  changeDraft,
  createEmptyDraft,
  fillSuggestion,
  getReachableStep,
  getStepProblem,
  isWorthSaving,
  loadDraft,
  saveDraft,
} from './campaign-draft.ts'

const empty = createEmptyDraft()
const typedDraft: CampaignDraft = { ...empty, campaignType: 'MAIL_READY' }
const targetedDraft: CampaignDraft = { ...typedDraft, criteria: { location: { states: ['TN'] } } }

const storage = new Map<string, string>()
beforeEach(() => {
  storage.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['nothing chosen', empty, 'review', 'type'],
  ['a type chosen', typedDraft, 'type', 'type'],
  ['a type chosen', typedDraft, 'audience', 'audience'],
  ['a type chosen', typedDraft, 'suppression', 'audience'],
  ['a type chosen', typedDraft, 'review', 'audience'],
  ['an audience chosen', targetedDraft, 'suppression', 'suppression'],
  ['an audience chosen', targetedDraft, 'review', 'review'],
  ['an audience chosen', targetedDraft, 'type', 'type'],
] as const)('with %s (%j), requesting %s shows %s', (_, draft, requestedStep, shown) => {
  expect(getReachableStep(draft, requestedStep)).toBe(shown)
})

test('each step says what is missing, and exclusions are optional', () => {
  expect(getStepProblem(empty, 'type')).toBe('Choose a type to continue')
  expect(getStepProblem(typedDraft, 'audience')).toBe('Choose at least one filter to continue')
  expect(getStepProblem({ ...typedDraft, criteria: { exclude: { delivered: true } } }, 'audience')).toBe(
    'Choose at least one filter to continue',
  )
  expect(getStepProblem(targetedDraft, 'suppression')).toBeUndefined()
  expect(getStepProblem(targetedDraft, 'review')).toBe('Campaign name is required')
  expect(getStepProblem({ ...targetedDraft, name: 'x'.repeat(101) }, 'review')).toBe(
    'Campaign name must be less than 100 characters',
  )
  expect(getStepProblem({ ...targetedDraft, name: 'Absentee owners' }, 'review')).toBeUndefined()
})

test('oversized filters block the audience step, and oversized exclusions the suppression step', () => {
  const cities = Array.from({ length: 1_000 }, (_, at) => `TN:${String(at).padEnd(110, 'X')}`)
  const large = { ...targetedDraft, criteria: { location: { cities } } }
  expect(getStepProblem(large, 'audience')).toMatch(/^These filters take 117 kB, and 100 kB is the most\. Draw fewer/)
  const propertyIds = Array.from({ length: 10_001 }, (_, at) => String(at))
  const many = { ...targetedDraft, criteria: { ...targetedDraft.criteria, exclude: { propertyIds } } }
  expect(getStepProblem(many, 'audience')).toBeUndefined()
  expect(getStepProblem(many, 'suppression')).toMatch(/^These filters name 10,001 single properties/)
  expect(getReachableStep(many, 'review')).toBe('suppression')
})

test('an untouched draft is not worth saving', () => {
  expect(isWorthSaving(empty)).toBe(false)
  expect([typedDraft, targetedDraft, { ...empty, name: 'A' }].map(isWorthSaving)).toEqual([true, true, true])
})

test('a saved draft is restored as it was', () => {
  const draft: CampaignDraft = {
    ...targetedDraft,
    name: 'Absentee owners',
    quantity: '1,2',
    delivery: { sort: { by: 'signalCount', order: 'desc' }, onePerAddress: false },
    source: { name: 'Old', criteria: {} },
  }
  saveDraft('someone', draft)
  expect(loadDraft('someone')).toEqual(draft)
  expect(loadDraft('somebody else')).toEqual(empty)
})

test('a draft of an older version is read without its unknown fields and with defaults for its missing ones', () => {
  const old = { campaignType: 'MAIL_READY', criteria: { location: { states: ['TN'] } }, name: 'Owners', key: 'k' }
  saveDraft('someone', old as unknown as CampaignDraft) // as an older version wrote it
  expect(loadDraft('someone')).toEqual({ ...targetedDraft, name: 'Owners' })
})

test.each([
  ['{"campaignType":"SMS_READY","criteria":{"planet":"Mars"},"quantity":7,"campaignId":"x"}', createEmptyDraft()],
  [
    '{"name":"Owners","campaignType":"CALL_READY"}',
    { ...createEmptyDraft(), name: 'Owners', campaignType: 'CALL_READY' },
  ],
  ['not JSON', createEmptyDraft()],
  ['null', createEmptyDraft()],
])('from a draft that is %s, only valid parts are read', (text, expected) => {
  saveDraft('someone', typedDraft)
  for (const name of storage.keys()) storage.set(name, text)
  expect(loadDraft('someone')).toEqual(expected)
})

test('an existing campaign is kept for another name or audience, and not for another type', () => {
  const there: CampaignDraft = { ...targetedDraft, campaignId: '7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10' }
  expect(changeDraft(there, { name: 'B', criteria: {} }).campaignId).toBe(there.campaignId)
  expect(changeDraft(there, { campaignType: 'CALL_READY' }).campaignId).toBeUndefined()
})

test('what was typed and chosen for the order of one audience does not show up at another', () => {
  const typed: CampaignDraft = {
    ...targetedDraft,
    name: 'Tennessee',
    orderName: 'June',
    quantity: '70',
    addPhones: true,
    delivery: { sort: { by: 'equityAmount', order: 'desc' }, onePerOwner: false },
  }
  expect(changeDraft(typed, { criteria: { location: { states: ['OH'] } } })).toEqual({
    ...typedDraft,
    criteria: { location: { states: ['OH'] } },
  })
  const excluding = { ...typed.criteria, exclude: { delivered: false } }
  expect(changeDraft(typed, { criteria: excluding })).toEqual({ ...typed, criteria: excluding })
})

test('a suggestion is filled in and follows the audience, until the user types something else', () => {
  const filled = fillSuggestion(targetedDraft, { name: 'Tennessee', quantity: '100' })
  expect(filled).toMatchObject({ name: 'Tennessee', quantity: '100' })
  const typed = changeDraft(filled, { name: 'My owners' })
  expect(fillSuggestion(typed, { name: 'Tennessee', quantity: '80' })).toMatchObject({
    name: 'My owners',
    quantity: '80',
  })
  const cleared = changeDraft(filled, { quantity: '' })
  expect(fillSuggestion(cleared, { name: 'Tennessee', quantity: '80' }).quantity).toBe('')
})

test('phones for the leads of an order are ordered by a calling campaign of those leads', () => {
  const id = '7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10'
  const draft = buildPhonesDraft(id, 'First mailing')
  expect(draft).toMatchObject({ campaignType: 'CALL_READY', addPhones: true, name: 'Phones for First mailing' })
  expect(draft.criteria).toEqual({ only: { orderId: id, purchased: 'MAIL_ONLY' } })
  expect(getReachableStep(draft, 'review')).toBe('review')
})
