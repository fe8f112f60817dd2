import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { expect, test } from 'vitest'
import {
  getAdjacentStage,
  getNeighbor,
  type LeadPages,
  listLeads,
  moveStageCount,
  prependLead,
  removeLead,
} from './board-rules.ts'

const buildLead = (propertyId: string) => ({ orderId: 'o', propertyId, stage: 'NEW' }) as BoardLead // the fields the rules read

const buildPages = (...each: string[][]): LeadPages => ({
  pages: each.map((ids, index) => ({
    items: ids.map(buildLead),
    currentPage: index + 1,
    totalPages: each.length,
    totalCount: each.flat().length,
    pageSize: 2,
    nextPage: index + 1 < each.length ? index + 2 : null,
    previousPage: index > 0 ? index : null,
  })),
  pageParams: each.map((_, index) => index + 1),
})

const listIds = (data: LeadPages) => listLeads(data).map(({ propertyId }) => propertyId)

test('a lead on two pages appears once on the board', () => {
  expect(listIds(buildPages(['1', '2'], ['2', '3']))).toEqual(['1', '2', '3'])
})

test('a moved lead leaves its column and tops the other, and both counts change', () => {
  const from = removeLead(buildPages(['1', '2'], ['3']), 'o.2')
  expect(listIds(from)).toEqual(['1', '3'])
  expect(from.pages.map(({ totalCount }) => totalCount)).toEqual([2, 2])
  const to = prependLead(buildPages(['8'], ['9']), buildLead('2'))
  expect(listIds(to)).toEqual(['2', '8', '9'])
  expect(to.pages[0]?.totalCount).toBe(3)
})

test('a lead already in the column moves to the top and counts once', () => {
  const to = prependLead(buildPages(['8', '2']), buildLead('2'))
  expect(listIds(to)).toEqual(['2', '8'])
  expect(to.pages[0]?.totalCount).toBe(2)
})

test('removing a missing lead changes nothing', () => {
  const data = buildPages(['1'])
  expect(removeLead(data, 'o.7')).toBe(data)
})

test('the stage counts follow a move', () => {
  const stages = [
    { stage: 'NEW' as const, count: 5 },
    { stage: 'CONTACTED' as const, count: 0 },
    { stage: 'DEAD' as const, count: 1 },
  ]
  expect(moveStageCount({ stages }, 'NEW', 'CONTACTED').stages.map(({ count }) => count)).toEqual([4, 1, 1])
})

test('there is no stage before the first or after the last', () => {
  expect(getAdjacentStage('NEW', 1)).toBe('CONTACTED')
  expect(getAdjacentStage('NEW', -1)).toBeUndefined()
  expect(getAdjacentStage('DEAD', 1)).toBeUndefined()
})

test('arrow keys move within a column and skip empty columns', () => {
  const columns = [['a', 'b', 'c'], [], ['d']]
  expect(getNeighbor(columns, 'b', 'ArrowDown')).toBe('c')
  expect(getNeighbor(columns, 'a', 'ArrowUp')).toBeUndefined()
  expect(getNeighbor(columns, 'c', 'ArrowRight')).toBe('d')
  expect(getNeighbor(columns, 'd', 'ArrowLeft')).toBe('a')
  expect(getNeighbor(columns, 'd', 'ArrowRight')).toBeUndefined()
  expect(getNeighbor(columns, 'x', 'ArrowDown')).toBeUndefined()
})
