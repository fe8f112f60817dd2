import type { BoardLead } from '@dooryard/contract/lead-board'
import { expect, test } from 'vitest'
import {
  countsAfter,
  getAdjacentStage,
  getNeighbor,
  type LeadPages,
  listLeads,
  withOnTop,
  without,
} from './board-rules.ts'

const lead = (propertyId: string) => ({ orderId: 'o', propertyId, stage: 'NEW' }) as BoardLead // what the rules look at

const pages = (...each: string[][]): LeadPages => ({
  pages: each.map((ids, index) => ({
    items: ids.map(lead),
    currentPage: index + 1,
    totalPages: each.length,
    totalCount: each.flat().length,
    pageSize: 2,
    nextPage: index + 1 < each.length ? index + 2 : null,
    previousPage: index > 0 ? index : null,
  })),
  pageParams: each.map((_, index) => index + 1),
})

const idsOf = (data: LeadPages) => listLeads(data).map(({ propertyId }) => propertyId)

test('a lead that came on two pages stands on the board once', () => {
  expect(idsOf(pages(['1', '2'], ['2', '3']))).toEqual(['1', '2', '3'])
})

test('a lead that moves leaves its column and stands on top of the other, and both counts say so', () => {
  const from = without(pages(['1', '2'], ['3']), 'o.2')
  expect(idsOf(from)).toEqual(['1', '3'])
  expect(from.pages.map(({ totalCount }) => totalCount)).toEqual([2, 2])
  const to = withOnTop(pages(['8'], ['9']), lead('2'))
  expect(idsOf(to)).toEqual(['2', '8', '9'])
  expect(to.pages[0]?.totalCount).toBe(3)
})

test('a lead that is there already moves to the top and is counted once', () => {
  const to = withOnTop(pages(['8', '2']), lead('2'))
  expect(idsOf(to)).toEqual(['2', '8'])
  expect(to.pages[0]?.totalCount).toBe(2)
})

test('taking away what is not there changes nothing', () => {
  const data = pages(['1'])
  expect(without(data, 'o.7')).toBe(data)
})

test('the counts of the stages follow a move', () => {
  const stages = [
    { stage: 'NEW' as const, count: 5 },
    { stage: 'CONTACTED' as const, count: 0 },
    { stage: 'DEAD' as const, count: 1 },
  ]
  expect(countsAfter({ stages }, 'NEW', 'CONTACTED').stages.map(({ count }) => count)).toEqual([4, 1, 1])
})

test('the stages end where they end', () => {
  expect(getAdjacentStage('NEW', 1)).toBe('CONTACTED')
  expect(getAdjacentStage('NEW', -1)).toBeUndefined()
  expect(getAdjacentStage('DEAD', 1)).toBeUndefined()
})

test('arrows go up and down a column, and skip columns that are empty', () => {
  const columns = [['a', 'b', 'c'], [], ['d']]
  expect(getNeighbor(columns, 'b', 'ArrowDown')).toBe('c')
  expect(getNeighbor(columns, 'a', 'ArrowUp')).toBeUndefined()
  expect(getNeighbor(columns, 'c', 'ArrowRight')).toBe('d')
  expect(getNeighbor(columns, 'd', 'ArrowLeft')).toBe('a')
  expect(getNeighbor(columns, 'd', 'ArrowRight')).toBeUndefined()
  expect(getNeighbor(columns, 'x', 'ArrowDown')).toBeUndefined()
})
