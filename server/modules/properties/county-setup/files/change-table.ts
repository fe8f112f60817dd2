import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import type { SetupTableChange, SetupTableRows } from '@dooryard/contract/data/sources/setup-files'
import type { Context } from '../../../../platform/context.ts'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { changeTables } from '../document/propose.job.ts'
import { parseInspection } from '../present-setup.ts'
import { listSetupTables, type SetupTableRow, updateSetupTable } from '../setup-files.queries.ts'
import { findSetup, updateSetup } from '../setups.queries.ts'
import { changeOpenSetup, getSetup, getSetupRef, setupNotFound } from '../setups.ts'
import { queueRereading } from './read-tables.job.ts'
import { readSample } from './samples.ts'

/** New choices read the table again; using another table, or another main one, asks for a new proposal. */
export const changeTable = (
  ctx: Context,
  setupId: string,
  tableId: string,
  { choices, isUsed, isMain }: SetupTableChange,
): Promise<CountySetup> =>
  changeOpenSetup(ctx, setupId, async (tx) => {
    const { db, clock } = tx
    const table = requireTable(await listSetupTables(db, setupId), tableId)
    if (isUsed === false && isMain)
      throw appError('UNPROCESSABLE', 'The main table is one that is used. Choose another main table first.')
    await updateSetupTable(db, table, {
      ...(isMain && { isUsed: true }),
      ...(isUsed !== undefined && { isUsed }),
      ...(choices && { choices, isReading: true, message: null }),
    })
    if (isMain) await updateSetup(db, setupId, { mainTable: tableId }, clock.now())
    if (choices) await queueRereading(db, table)
    await changeTables(tx, setupId)
    return getSetup(tx, setupId)
  })

function requireTable(tables: readonly SetupTableRow[], id: string): SetupTableRow {
  const table = tables.find((one) => one.id === id)
  if (!table) throw notFound('This table')
  return table
}

const shownRows = 50

export async function getTableRows(ctx: Context, setupId: string, tableId: string): Promise<SetupTableRows> {
  if (!(await findSetup(ctx.db, getSetupRef(ctx, setupId)))) throw setupNotFound()
  const table = requireTable(await listSetupTables(ctx.db, setupId), tableId)
  const sample = await readSample(ctx.files, table)
  return {
    columns: parseInspection(table).header,
    rows: sample?.rows.slice(0, shownRows) ?? [],
    lines: sample?.firstLines ?? [],
  }
}
