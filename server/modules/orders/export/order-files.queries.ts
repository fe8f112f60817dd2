import type { OrderNotice, ScrubSummary } from '@dooryard/contract/orders/order-files'
import type { Db } from '../../../platform/postgres/database.ts'

export type OrderFileRow = Awaited<ReturnType<typeof listOrderFiles>>[number]

export const listOrderFiles = (db: Db, orderId: string) =>
  db
    .selectFrom('orderFiles')
    .select(['version', 'createdAt', 'leads', 'callableLeads', 'sha256', 'scrub'])
    .select(({ eb }) => eb('certificate', 'is not', null).$castTo<boolean>().as('hasCertificate'))
    .where('orderId', '=', orderId)
    .orderBy('version', 'desc')
    .execute()

export const findOrderFile = (db: Db, orderId: string, version: number | undefined) =>
  db
    .selectFrom('orderFiles')
    .select(['version', 'fileKey', 'certificate', 'sha256', 'leads', 'callableLeads', 'scrub'])
    .where('orderId', '=', orderId)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A check of a file version that changed nothing, and its certificate. */
export type NewRecheck = {
  orderId: string
  version: number
  checkNumber: number
  scrub: ScrubSummary
  certificate: string
}

export async function insertRecheck(db: Db, { scrub, ...recheck }: NewRecheck): Promise<void> {
  await db
    .insertInto('orderRechecks')
    .values({ ...recheck, scrub: JSON.stringify(scrub), checkedAt: new Date(scrub.checkedAt) })
    .execute()
}

export type RecheckRow = Awaited<ReturnType<typeof listRechecks>>[number]

export const listRechecks = (db: Db, orderId: string) =>
  db
    .selectFrom('orderRechecks')
    .select(['version', 'checkNumber', 'checkedAt', 'scrub'])
    .where('orderId', '=', orderId)
    .orderBy('version', 'desc')
    .orderBy('checkNumber', 'desc')
    .execute()

/** A recheck by its number, or the newest one of the version. */
export const findRecheck = (db: Db, orderId: string, version: number, checkNumber: number | undefined) =>
  db
    .selectFrom('orderRechecks')
    .select(['checkNumber', 'certificate'])
    .where('orderId', '=', orderId)
    .where('version', '=', version)
    .$if(checkNumber !== undefined, (query) => query.where('checkNumber', '=', checkNumber ?? 0))
    .orderBy('checkNumber', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A file version that is written but not yet recorded. */
export type NewFileVersion = {
  orderId: string
  version: number
  fileKey: string
  sha256: string
  leads: number
  callableLeads: number | null
  scrub: ScrubSummary | null
  certificate: string | null
}

export async function insertFileVersion(db: Db, { scrub, ...version }: NewFileVersion, createdAt: Date): Promise<void> {
  await db
    .insertInto('orderFiles')
    .values({ ...version, createdAt, scrub: scrub && JSON.stringify(scrub) })
    .execute()
}

export type OrderNoticeRow = Awaited<ReturnType<typeof listOrderNotices>>[number]

export const listOrderNotices = (db: Db, orderId: string) =>
  db
    .selectFrom('orderNotices')
    .select(['type', 'at', 'detail'])
    .where('orderId', '=', orderId)
    .orderBy('at', 'desc')
    .orderBy('version', 'desc')
    .orderBy('checkNumber', 'desc')
    .orderBy('type', 'desc')
    .execute()

type NewNoticeRow = {
  orderId: string
  version: number
  checkNumber: number
  type: OrderNotice['type']
  at: Date
  detail?: string
}

/** Records a notice once per check of a file version. False, with no changes, when it already exists. */
export async function insertOrderNotice(db: Db, { detail, ...notice }: NewNoticeRow): Promise<boolean> {
  const added = await db
    .insertInto('orderNotices')
    .values({ ...notice, detail: detail ?? null })
    .onConflict((conflict) => conflict.columns(['orderId', 'version', 'checkNumber', 'type']).doNothing())
    .returning('orderId')
    .execute()
  return added.length > 0
}

/** Records a notice that may recur for one check; the latest replaces the previous one. */
export const upsertOrderNotice = (db: Db, { detail = '', ...notice }: NewNoticeRow) =>
  db
    .insertInto('orderNotices')
    .values({ ...notice, detail })
    .onConflict((conflict) =>
      conflict
        .columns(['orderId', 'version', 'checkNumber', 'type'])
        .doUpdateSet(({ ref }) => ({ at: ref('excluded.at'), detail: ref('excluded.detail') })),
    )
    .execute()
