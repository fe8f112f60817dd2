import type { BoardLead } from '@dooryard/contract/lead-board'
import type { PageOf } from '@dooryard/contract/paging'
import { type LeadStage, leadStages } from '@dooryard/contract/vocabularies'

export const stagesInOrder = leadStages.values

/** What names a lead in the address and on the board: its order and its property. */
export const keyOfLead = ({ orderId, propertyId }: Pick<BoardLead, 'orderId' | 'propertyId'>) =>
  `${orderId}.${propertyId}`

/** The order and the property that a key names. */
export function leadOfKey(key: string): { orderId: string; propertyId: string } {
  const [orderId = '', propertyId = ''] = key.split('.')
  return { orderId, propertyId }
}

/** The stage so many steps further, which may be back; nothing past the ends. */
export const stageBeside = (stage: LeadStage, steps: number): LeadStage | undefined =>
  stagesInOrder[stagesInOrder.indexOf(stage) + steps]

export type LeadPages = { pages: PageOf<BoardLead>[]; pageParams: unknown[] }

/** All leads of the pages, each once: one that moved while pages were fetched is on two of them. */
export function leadsOf(pages: LeadPages | undefined): BoardLead[] {
  const byKey = new Map<string, BoardLead>()
  for (const { items } of pages?.pages ?? [])
    for (const lead of items) if (!byKey.has(keyOfLead(lead))) byKey.set(keyOfLead(lead), lead)
  return [...byKey.values()]
}

const recounted = ({ pages, ...rest }: LeadPages, change: number): LeadPages => ({
  ...rest,
  pages: pages.map((page) => ({ ...page, totalCount: Math.max(0, page.totalCount + change) })),
})

/** The pages of a column without a lead. */
export function without(data: LeadPages, key: string): LeadPages {
  if (!leadsOf(data).some((lead) => keyOfLead(lead) === key)) return data
  const left = data.pages.map((page) => ({ ...page, items: page.items.filter((lead) => keyOfLead(lead) !== key) }))
  return recounted({ ...data, pages: left }, -1)
}

/** The pages of a column with a lead that has just come to it, at the top. */
export function withOnTop(data: LeadPages, lead: BoardLead): LeadPages {
  const { pages, ...rest } = without(data, keyOfLead(lead))
  const [first, ...others] = pages
  if (!first) return data
  return recounted({ ...rest, pages: [{ ...first, items: [lead, ...first.items] }, ...others] }, 1)
}

/** The pages of a column with what is newly known of a lead. */
export const withNews = (data: LeadPages, lead: BoardLead): LeadPages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    items: page.items.map((one) => (keyOfLead(one) === keyOfLead(lead) ? lead : one)),
  })),
})

export type StageCounts = { stages: { stage: LeadStage; count: number }[] }

/** The counts of the stages once a lead has moved. */
export const countsAfter = ({ stages }: StageCounts, from: LeadStage, to: LeadStage): StageCounts => ({
  stages: stages.map(({ stage, count }) => ({
    stage,
    count: Math.max(0, count + (stage === to ? 1 : 0) - (stage === from ? 1 : 0)),
  })),
})

/** Where the arrow keys lead from a lead: its neighbour in the column, or the one beside it in the next column that has any. */
export function neighborOf(
  columns: readonly (readonly string[])[],
  key: string,
  arrow: 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight',
): string | undefined {
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
