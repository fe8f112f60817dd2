import { CheckReport } from '@dooryard/contract/data/sources/county-check'
import { appError } from '../../../../platform/errors/app-error.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { findNameConflict } from '../../rolls/name-conflict.ts'
import { requireReadyDocument } from '../ready-document.ts'
import { findCheckReport } from './checks.queries.ts'

/** CONFLICT where an import would refuse the rows that the check of a setup has read. */
export async function requireUsableRows(db: Db, setupId: string): Promise<void> {
  const { document } = await requireReadyDocument({ db }, setupId)
  const { refusal, counties } = CheckReport.parse((await findCheckReport(db, setupId))?.report)
  const fips = counties.map((county) => county.fips)
  const message = refusal ?? (await findNameConflict(db, document, fips))
  if (message) throw appError('CONFLICT', message)
}
