import { NewRecurringOrder } from '@dooryard/contract/recurring/recurring-orders'
import { expect, test } from 'vitest'
import { buildCreateSchema, type CreateValues, emptyPlan, toNewRecurringOrder } from './recurring-form.ts'
import { formatSchedule } from './recurring-labels.ts'

const searchId = '0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1'
const typed: CreateValues = {
  ...emptyPlan,
  ...{ name: 'Weekly', monthlyCredits: '1,300', campaignId: '', campaignType: 'MAIL_READY', savedSearchId: searchId },
}
const consumer = { copied: undefined, campaigns: undefined }
const copied = {
  ...{ criteria: { location: { states: ['TN'] } }, sort: { by: 'random' as const }, onePerOwner: false },
  ...{ campaignType: 'CALL_READY' as const, columns: ['OWNER' as const, 'PHONES' as const] },
}

test('the form becomes a request that the contract accepts', () => {
  const body = NewRecurringOrder.parse(toNewRecurringOrder(typed, consumer))
  expect(body).toMatchObject({ savedSearchId: searchId, monthlyCredits: 1_300, onePerAddress: true, maxLeads: 200 })
})

test('a copied order keeps its options, unless another campaign type is chosen', () => {
  const source = { ...consumer, copied }
  const same = toNewRecurringOrder({ ...typed, campaignType: 'CALL_READY' }, source)
  expect(NewRecurringOrder.parse(same)).toMatchObject({ columns: ['OWNER', 'PHONES'], onePerOwner: false })
  const other = NewRecurringOrder.parse(toNewRecurringOrder(typed, source))
  expect(other).toMatchObject({ criteria: copied.criteria, onePerAddress: true })
  expect(other).not.toHaveProperty('columns')
})

test('the campaign decides the campaign type of an enterprise user', () => {
  const campaigns = [{ id: searchId, campaignType: 'CALL_READY' as const }]
  const body = toNewRecurringOrder({ ...typed, campaignId: searchId }, { copied: undefined, campaigns })
  expect(NewRecurringOrder.parse(body)).not.toHaveProperty('onePerAddress')
})

test('what is missing is said at its field', () => {
  const values = { ...typed, name: '', savedSearchId: '', weekdays: [], monthlyCredits: '', maxLeads: 'many' }
  const { error } = buildCreateSchema(consumer).safeParse(values)
  expect(Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]))).toMatchObject({
    name: 'Name is required',
    savedSearchId: 'Choose a saved search',
    weekdays: 'Choose at least one day',
    monthlyCredits: 'Enter a number of credits',
    maxLeads: 'Enter a number of leads',
  })
})

test('a schedule names its days, its time, and a time zone other than that of the browser', () => {
  const time = { time: '17:30', timeZone: 'Asia/Kathmandu' }
  expect(formatSchedule({ every: 'WEEK', weekdays: [1, 4], ...time })).toBe(
    'Every Mon, Thu at 5:30 PM (Asia/Kathmandu)',
  )
  expect(formatSchedule({ every: 'MONTH', day: 31, ...time })).toMatch(/^Monthly on day 31 at/)
})
