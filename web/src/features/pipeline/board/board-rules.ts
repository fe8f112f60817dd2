import { type LeadStage, leadStages } from '@dooryard/contract/api/enums'
import type { PageResult } from '@dooryard/contract/api/paging'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { toLeadKey } from '../../../entities/lead/lead-key.ts'

export const stagesInOrder = leadStages.values

/** The stage `steps` further, or back when negative; undefined past the ends. */
export const getAdjacentStage = (stage: LeadStage, steps: number): LeadStage | undefined =>
  stagesInOrder[stagesInOrder.indexOf(stage) + steps]

export type LeadPages = { pages: PageResult<BoardLead>[]; pageParams: unknown[] }

/** All leads of the pages without duplicates: a lead that moved while pages were fetched is on two of them. */
export function listLeads(pages: LeadPages | undefined): BoardLead[] {
  const byKey = new Map<string, BoardLead>()
  for (const { items } of pages?.pages ?? [])
    for (const lead of items) if (!byKey.has(toLeadKey(lead))) byKey.set(toLeadKey(lead), lead)
  return [...byKey.values()]
}

const changeTotalCount = ({ pages, ...rest }: LeadPages, change: number): LeadPages => ({
  ...rest,
  pages: pages.map((page) => ({ ...page, totalCount: Math.max(0, page.totalCount + change) })),
})

export function removeLead(data: LeadPages, key: string): LeadPages {
  if (!listLeads(data).some((lead) => toLeadKey(lead) === key)) return data
  const left = data.pages.map((page) => ({ ...page, items: page.items.filter((lead) => toLeadKey(lead) !== key) }))
  return changeTotalCount({ ...data, pages: left }, -1)
}

/** Prepends a lead to the pages of a column. */
export function prependLead(data: LeadPages, lead: BoardLead): LeadPages {
  const { pages, ...rest } = removeLead(data, toLeadKey(lead))
  const [first, ...others] = pages
  if (!first) return data
  return changeTotalCount({ ...rest, pages: [{ ...first, items: [lead, ...first.items] }, ...others] }, 1)
}

export const replaceLead = (data: LeadPages, lead: BoardLead): LeadPages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    items: page.items.map((one) => (toLeadKey(one) === toLeadKey(lead) ? lead : one)),
  })),
})

export type StageCounts = { stages: { stage: LeadStage; count: number }[] }

export const moveStageCount = ({ stages }: StageCounts, from: LeadStage, to: LeadStage): StageCounts => ({
  stages: stages.map(({ stage, count }) => ({
    stage,
    count: Math.max(0, count + (stage === to ? 1 : 0) - (stage === from ? 1 : 0)),
  })),
})

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

/** The target of an arrow key: the neighbor in the column, or the lead next to it in the next non-empty column. */
export function getNeighbor(columns: readonly (readonly string[])[], key: string, arrow: Arrow): string | undefined {
  const column = columns.findIndex((keys) => keys.includes(key))
  const row = columns[column]?.indexOf(key) ?? -1
  if (row < 0) return undefined
  if (arrow === 'ArrowUp') return columns[column]?.[row - 1]
  if (arrow === 'ArrowDown') return columns[column]?.[row + 1]
  const step = arrow === 'ArrowLeft' ? -1 : 1
  for (let next = column + step; next >= 0 && next < columns.length; next += step) {
    const keys = columns[next] ?? []
    if (keys.length > 0) return keys[Math.min(row, keys.length - 1)]
  }
  return undefined
}
