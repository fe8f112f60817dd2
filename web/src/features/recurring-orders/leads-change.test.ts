import { getExample } from '@dooryard/contract/api/examples'
import { RecurringOrder, RecurringOrderChange } from '@dooryard/contract/recurring/recurring-orders'
import { expect, test } from 'vitest'
import { toLeadsChange, toLeadsDraft } from './leads-change.ts'

const following: RecurringOrder = getExample(RecurringOrder)
const filters = { location: { states: ['TN'] } }
const { savedSearch: _, ...rest } = following
const own: RecurringOrder = { ...rest, criteria: filters, sort: { by: 'distance' } }

test('an unchanged draft sends nothing', () => {
  expect(toLeadsChange(following, toLeadsDraft(following), filters)).toEqual({})
})

test('only what changed is sent', () => {
  const draft = toLeadsDraft(following)
  expect(toLeadsChange(following, { ...draft, choice: { ...draft.choice, onePerOwner: false } }, filters)).toEqual({
    onePerOwner: false,
  })
  expect(toLeadsChange(following, { ...draft, columns: ['OWNER', 'MAILING'] }, filters)).toEqual({
    columns: ['OWNER', 'MAILING'],
  })
})

test('own filters replace the saved search', () => {
  const change = toLeadsChange(
    following,
    { ...toLeadsDraft(following), isFollowing: false, criteria: filters },
    filters,
  )
  expect(RecurringOrderChange.parse(change)).toEqual({ criteria: filters })
})

test('a sort by distance ends with the place that it is measured from', () => {
  expect(toLeadsChange(own, toLeadsDraft(own), filters)).toEqual({ sort: { by: 'random' } })
})

test('a deleted saved search has to be replaced', () => {
  const deleted = { id: '0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1', name: 'Old', isDeleted: true }
  expect(toLeadsDraft({ ...following, savedSearch: deleted })).toMatchObject({ isFollowing: true, savedSearchId: '' })
})
