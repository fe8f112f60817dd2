import { CheckReport, type CheckState, type CountyCheck } from '@dooryard/contract/data/sources/county-check'
import type { Context } from '../../../../platform/context.ts'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { requireVersion } from '../document/documents.ts'
import { presentCheck } from '../present-setup.ts'
import { requireReadyDocument } from '../ready-document.ts'
import { findSetup } from '../setups.queries.ts'
import { changeOpenSetup, getSetupRef, setupNotFound } from '../setups.ts'
import { queueCheck } from './check-rows.job.ts'
import { findCheck, findCheckReport, insertCheck, updateCheck } from './checks.queries.ts'
import { getRejectsKey } from './rejects.ts'

/** CONFLICT where the document is not the caller's version, or a check is running. */
export const startCheck = (ctx: Context, id: string, version: number): Promise<CheckState> =>
  changeOpenSetup(ctx, id, async (tx, setup) => {
    requireVersion(setup, version)
    await requireReadyDocument(tx, id)
    const runId = newId()
    const { documentVersion, tablesVersion } = setup
    if (!(await insertCheck(tx.db, { setupId: id, runId, documentVersion, tablesVersion })))
      throw appError('CONFLICT', 'A check is running. Cancel it, or wait until it has ended.')
    await queueCheck(tx.db, id, runId)
    return presentCheck(await requireCheck(tx, id), setup)
  })

async function requireCheck({ db }: Pick<Context, 'db'>, id: string) {
  const check = await findCheck(db, id)
  if (!check) throw notFound('A check')
  return check
}

/** NOT_FOUND where the setup was never checked. */
export async function getCheck(ctx: Pick<Context, 'db' | 'actor'>, id: string): Promise<CountyCheck> {
  const setup = await findSetup(ctx.db, getSetupRef(ctx, id))
  if (!setup) throw setupNotFound()
  const row = await findCheckReport(ctx.db, id)
  if (!row) throw notFound('A check')
  return { ...presentCheck(row, setup), report: row.report ? CheckReport.parse(row.report) : null }
}

/** The worker ends at its next rows. CONFLICT where the check has ended. */
export const cancelCheck = (ctx: Context, id: string): Promise<CheckState> =>
  changeOpenSetup(ctx, id, async (tx, setup) => {
    const { runId } = await requireCheck(tx, id)
    const end = { status: 'CANCELED', finishedAt: tx.clock.now() } as const
    if (!(await updateCheck(tx.db, { setupId: id, runId }, end)))
      throw appError('CONFLICT', 'The check has ended already.')
    return presentCheck(await requireCheck(tx, id), setup)
  })

/** NOT_FOUND where the last check rejected no row. */
export async function getRejects(ctx: Context, id: string) {
  const { report } = await getCheck(ctx, id)
  const key = getRejectsKey(id)
  if (!report?.hasRejects || !(await ctx.files.exists(key))) throw notFound('A list of rejected rows')
  return {
    fileName: 'rejected-rows.csv',
    contentType: 'text/csv; charset=utf-8',
    size: await ctx.files.size(key),
    body: ctx.files.read(key),
  }
}
