import { expect, test } from 'vitest'
import {
  addLeads,
  emptySelection,
  getCoverage,
  isFullSelection,
  removeLeads,
  selectRange,
  toggleLead,
} from './selection-rules.ts'

type Lead = Parameters<typeof toggleLead>[1]
const orderId = '0199f3c2-7a51-7c43-9d1e-2b64c0a7f002'
// The rules read only the key.
const buildLead = (propertyId: number) => ({ orderId, propertyId: String(propertyId) }) as Lead
const column = Array.from({ length: 600 }, (_, at) => buildLead(at + 1))
const pick = (...ids: number[]) => ids.map(buildLead)
const list = ({ leads }: typeof emptySelection) => [...leads.values()].map(({ propertyId }) => Number(propertyId))

test('a click selects a lead, and another one deselects it', () => {
  const one = toggleLead(emptySelection, buildLead(3))
  expect([list(one), list(toggleLead(one, buildLead(3)))]).toEqual([[3], []])
})

test('Shift selects from the last selected lead, in both directions', () => {
  const anchored = toggleLead(emptySelection, buildLead(3))
  expect(list(selectRange(anchored, column, buildLead(5)))).toEqual([3, 4, 5])
  expect(list(selectRange(anchored, column, buildLead(1))).toSorted()).toEqual([1, 2, 3])
})

test('Shift in another column starts there', () => {
  const anchored = toggleLead(emptySelection, buildLead(3))
  const other = pick(700, 701, 702)
  const there = selectRange(anchored, other, buildLead(701))
  expect(list(there)).toEqual([3, 701])
  expect(list(selectRange(there, other, buildLead(702)))).toEqual([3, 701, 702])
})

test('at most 500 leads are selected, and the selection says when it is full', () => {
  const full = addLeads(emptySelection, column)
  expect([full.leads.size, isFullSelection(full)]).toEqual([500, true])
  expect(isFullSelection(removeLeads(full, pick(1)))).toBe(false)
})

test('a column knows whether all of it is selected', () => {
  const some = addLeads(emptySelection, pick(1, 2))
  expect([getCoverage(some, pick(1, 2)), getCoverage(some, pick(1, 3)), getCoverage(some, pick(3))]).toEqual([
    'ALL',
    'SOME',
    'NONE',
  ])
  expect(list(removeLeads(some, pick(1)))).toEqual([2])
})
