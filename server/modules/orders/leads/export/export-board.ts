import { leadStages, scrubResults } from '@dooryard/contract/api/enums'
import type { BoardExport } from '@dooryard/contract/leads/board-export'
import { type ContactResult, contactResults } from '@dooryard/contract/leads/phone-results'
import { maxPhonesPerLead } from '@dooryard/contract/orders/export/export-layout'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import type { Contact } from '@dooryard/contract/orders/leads'
import { audit } from '../../../../platform/audit.ts'
import type { Context } from '../../../../platform/context.ts'
import type { CsvCell } from '../../../../platform/files/csv/csv.ts'
import { buildCsvDownload, type CsvColumns } from '../../../../platform/files/csv/csv-download.ts'
import { createXlsx, xlsxMediaType } from '../../../../platform/files/write/xlsx-writer.ts'
import { presentBoardLead } from '../../read/present-order.ts'
import { listLabels } from '../labels/lead-labels.queries.ts'
import { type BoardCursor, type BoardFilter, listBoardLeads } from '../lead-board.queries.ts'
import { toBoardFilter } from '../lead-board.ts'

const batchSize = 1_000

/**
 * The leads of the board as a file, in the order of the stages and in each as on the board. Numbers that may not be
 * called and wrong numbers are left out unless asked for.
 */
export async function exportBoard(ctx: Context, { format, phones, ...filters }: BoardExport) {
  const { db, actor, clock, log } = ctx
  const labels = new Map((await listLabels(db, actor.userId)).map(({ id, name }) => [id, name]))
  await audit(ctx, { action: 'leads.exported', after: { format, phones, ...filters } })
  const filter = toBoardFilter(filters, actor.userId, clock.now())
  const batches = readLeads(ctx, filter)
  const columns = buildColumns(labels, phones === 'ALL')
  const at = clock.now()
  if (format === 'CSV') return buildCsvDownload({ name: 'leads', at, columns, batches, log })
  const headers = columns.map(([header]) => header)
  return {
    fileName: `leads-${at.toISOString().slice(0, 10)}.xlsx`,
    contentType: xlsxMediaType,
    body: createXlsx(headers, toRecords(batches, columns), at),
  }
}

async function* toRecords(batches: AsyncIterable<BoardLead[]>, columns: CsvColumns<BoardLead>) {
  for await (const leads of batches) for (const lead of leads) yield columns.map(([, cell]) => cell(lead))
}

async function* readLeads({ db, clock }: Context, filter: BoardFilter): AsyncGenerator<BoardLead[]> {
  for (const stage of filter.stage ? [filter.stage] : leadStages.values) {
    let after: BoardCursor | undefined
    for (;;) {
      const rows = await listBoardLeads(db, { ...filter, stage }, { limit: batchSize, offset: 0, after })
      yield rows.map((row) => presentBoardLead(row, clock.now()))
      const last = rows.at(-1)
      if (!last || rows.length < batchSize) break
      after = last
    }
  }
}

type Cell = (lead: BoardLead) => CsvCell

const findLastResult = ({ phoneResults }: BoardLead) =>
  phoneResults.toSorted((one, other) => (one.at < other.at ? 1 : -1))[0]

const findResult = ({ phoneResults }: BoardLead, { value }: Contact): ContactResult | undefined =>
  phoneResults.find(({ phone }) => phone === value)?.result

/** The callable phones; with `all`, the others behind them. */
function listPhones(lead: BoardLead, all: boolean): Contact[] {
  const phones = (lead.contacts ?? []).filter(({ type }) => type === 'PHONE')
  const isGood = (phone: Contact) => phone.scrub === 'CLEAN' && findResult(lead, phone) !== 'WRONG_NUMBER'
  const callable = phones.filter(isGood)
  return all ? [...callable, ...phones.filter((phone) => !isGood(phone))] : callable
}

function buildColumns(labels: ReadonlyMap<string, string>, all: boolean): CsvColumns<BoardLead> {
  const toNames = (ids: readonly string[]) => ids.flatMap((id) => labels.get(id) ?? []).join(', ') || null
  return [
    ['Stage', ({ stage }) => leadStages.label(stage)],
    ['In Stage Since', ({ stagedAt }) => stagedAt.slice(0, 10)],
    ['Tags', ({ tagIds }) => toNames(tagIds)],
    ['Assignee', ({ assigneeId }) => (assigneeId && labels.get(assigneeId)) || null],
    ['Last Result', (lead) => formatResult(findLastResult(lead)?.result)],
    ['Last Result On', (lead) => findLastResult(lead)?.at.slice(0, 10) ?? null],
    ['Notes', ({ notes }) => notes],
    ['Next Task', ({ nextTask }) => nextTask?.title ?? null],
    ['Next Task Due', ({ nextTask }) => nextTask?.due.day ?? null],
    ['Owner Name', ({ ownerName }) => ownerName],
    ['Mailing Address', ({ mailingAddress }) => mailingAddress],
    ['Mailing City', ({ mailingCity }) => mailingCity],
    ['Mailing State', ({ mailingState }) => mailingState],
    ['Mailing ZIP', ({ mailingZip }) => mailingZip],
    ['Property Address', ({ address }) => address],
    ['Property City', ({ city }) => city],
    ['Property State', ({ state }) => state],
    ['Property ZIP', ({ zip }) => zip],
    ...Array.from({ length: maxPhonesPerLead }, (_, at) => buildPhoneColumns(at, all)).flat(),
    ['Email', ({ contacts = [] }) => contacts.find(({ type }) => type === 'EMAIL')?.value ?? null],
    ['Callable Until', ({ callableUntil }) => callableUntil?.slice(0, 10) ?? null],
    ['Order', ({ orderName }) => orderName],
    ['Delivered On', ({ deliveredAt }) => deliveredAt.slice(0, 10)],
    ['Order ID', ({ orderId }) => orderId],
    ['Property ID', ({ propertyId }) => propertyId],
  ]
}

const formatResult = (result: ContactResult | undefined) => (result ? contactResults.label(result) : null)

function buildPhoneColumns(at: number, all: boolean): [string, Cell][] {
  const phone = (lead: BoardLead) => listPhones(lead, all)[at]
  const number: [string, Cell] = [`Phone ${at + 1}`, (lead) => phone(lead)?.value ?? null]
  const result: [string, Cell] = [
    `Phone ${at + 1} Result`,
    (lead) => {
      const found = phone(lead)
      return found ? formatResult(findResult(lead, found)) : null
    },
  ]
  const check: [string, Cell] = [
    `Phone ${at + 1} Do-Not-Call Check`,
    (lead) => {
      const found = phone(lead)
      return found ? scrubResults.label(found.scrub ?? 'NOT_SCRUBBED') : null
    },
  ]
  return all ? [number, result, check] : [number, result]
}
