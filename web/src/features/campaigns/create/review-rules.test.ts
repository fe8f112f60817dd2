import type { CreditSetting } from '@dooryard/contract/billing/credits'
import { expect, test } from 'vitest'
import { type CampaignDraft, createEmptyDraft } from './campaign-draft.ts'
import {
  buildFirstOrder,
  formatOrderAction,
  getShortfall,
  listReviewProblems,
  toAgreement,
  toCostFacts,
} from './review-rules.ts'

const setting: CreditSetting = {
  id: '1',
  key: 'CALL_READY',
  name: 'Call Ready',
  creditRequired: 3,
  minCampaignVolume: 50,
  isActive: true,
}
const mailSetting: CreditSetting = { ...setting, key: 'MAIL_READY', name: 'Mail Ready' }
const rules = { name: setting.name, minQuantity: 50 }
const quote = { creditsToAddPhones: 2 }
const terms = { creditsPerLead: 3, minQuantity: 50 }
const balance = { subscriptionCredits: 100, subscriptionCreditsHeld: 0, onDemandCredits: 80 }
const draft: CampaignDraft = {
  ...createEmptyDraft(),
  name: 'Owners',
  quantity: '60',
  criteria: { location: { states: ['TN'] } },
}

test('a finished draft has no problems', () => {
  expect(listReviewProblems(draft, rules)).toEqual({})
})

test.each([
  ['', 'Quantity is required'],
  ['many', 'Quantity must be a whole number'],
  ['49', 'The minimum Call Ready order is 50 leads'],
  ['100,001', 'Quantity must be 100,000 or less'],
])('a quantity of "%s" is rejected: %s', (quantity, problem) => {
  expect(listReviewProblems({ ...draft, quantity }, rules)).toEqual({ quantity: problem })
})

test('names are required', () => {
  expect(listReviewProblems({ ...draft, name: ' ', orderName: '' }, rules)).toEqual({
    name: 'Campaign name is required',
    orderName: 'Order name is required',
  })
})

test('the order includes its audience and the displayed price', () => {
  expect(buildFirstOrder({ ...draft, quantity: '1,200', orderName: ' First ' }, setting, quote)).toEqual({
    orderName: 'First',
    quantity: 1200,
    creditRequired: 3,
    sort: { by: 'random' },
    onePerOwner: false,
    criteria: draft.criteria,
  })
})

test('a first mailing has one piece per owner and mailing address, as it is quoted', () => {
  expect(buildFirstOrder(draft, mailSetting, quote)).toMatchObject({ onePerOwner: true, onePerAddress: true })
})

test('the first order has the delivery that was chosen, where its type allows it', () => {
  const sort = { by: 'equityAmount', order: 'desc' } as const
  const chosen: CampaignDraft = { ...draft, delivery: { sort, onePerOwner: true, onePerAddress: false } }
  expect(buildFirstOrder(chosen, mailSetting, quote)).toMatchObject({ sort, onePerOwner: true, onePerAddress: false })
  const toCall = buildFirstOrder(chosen, setting, quote)
  expect(toCall).toMatchObject({ sort, onePerOwner: true })
  expect(toCall).not.toHaveProperty('onePerAddress')
})

test('what is agreed to is the campaign and its first order, at no more credits than now', () => {
  const order = buildFirstOrder(draft, setting, quote)
  const agreed = toAgreement(draft, order, terms)
  expect(agreed.credits).toBe(180)
  expect(toAgreement({ ...draft, campaignId: 'c1' }, order, terms)).toEqual(agreed)
  expect(toAgreement({ ...draft, name: 'Others' }, order, terms).request).not.toBe(agreed.request)
})

test('phones are added to purchased leads in calling orders alone', () => {
  const adding: CampaignDraft = { ...draft, addPhones: true }
  expect(buildFirstOrder(adding, setting, quote)).toMatchObject({ addPhones: true, creditsToAddPhones: 2 })
  expect(buildFirstOrder(adding, mailSetting, quote)).not.toHaveProperty('addPhones')
})

test('an order of new leads and of phones says what it costs at most, and what is held', () => {
  const facts = toCostFacts({ terms, balance, quantity: 40, mixed: 89 })
  expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Leads: 40, at most 3 credits each',
    'Cost: at most 89 credits',
    'On hold until delivery: 120 credits',
    'Available balance: 180 credits',
    'Balance after order: 60 credits',
  ])
})

test('the button says what it does', () => {
  expect(formatOrderAction({ ...draft, quantity: '' })).toBe('Create campaign and order leads')
  expect(formatOrderAction({ ...draft, quantity: '1200' })).toBe('Create campaign and order 1,200 leads')
  expect(formatOrderAction({ ...draft, campaignId: 'there' })).toBe('Order 60 leads')
})

test('the cost follows each keystroke and shows what is missing', () => {
  const values = (quantity: number | undefined) =>
    Object.fromEntries(toCostFacts({ terms, balance, quantity }).map(({ label, value }) => [label, value]))
  expect(values(60)).toEqual({
    Leads: '60 × 3 credits',
    Cost: '180 credits',
    'Available balance': '180 credits',
    'Balance after order': '0 credits',
  })
  expect(values(61)).toMatchObject({ Cost: '183 credits', 'Balance after order': '–' })
  expect(values(undefined)).toMatchObject({ Leads: '–', Cost: '–', 'Available balance': '180 credits' })
  expect(getShortfall({ terms, balance, quantity: 61 })).toBe(3)
  expect(getShortfall({ terms, balance, quantity: 60 })).toBe(0)
})

test('until a quantity is typed, the shortfall is that of the smallest order', () => {
  expect(getShortfall({ terms, balance: { ...balance, onDemandCredits: 0 }, quantity: undefined })).toBe(50)
})
