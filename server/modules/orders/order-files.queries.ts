import type { OrderNotice, ScrubSummary } from '@dooryard/contract/order-files'
import type { Db } from '../../platform/postgres/database.ts'

export type FileRow = Awaited<ReturnType<typeof listFiles>>[number]

export const listFiles = (db: Db, orderId: string) =>
  db
    .selectFrom('orderFiles')
    .select(['version', 'createdAt', 'leads', 'callableLeads', 'sha256', 'scrub'])
    .select(({ eb }) => eb('certificate', 'is not', null).$castTo<boolean>().as('hasCertificate'))
    .where('orderId', '=', orderId)
    .orderBy('version', 'desc')
    .execute()

export const findFile = (db: Db, orderId: string, version: number | undefined) =>
  db
    .selectFrom('orderFiles')
    .select(['version', 'fileKey', 'certificate'])
    .where('orderId', '=', orderId)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A version of an order's file that is written, and not yet recorded. */
export type NewVersion = {
  orderId: string
  version: number
  fileKey: string
  sha256: string
  leads: number
  callableLeads: number | null
  scrub: ScrubSummary | null
  certificate: string | null
}

export async function insertVersion(db: Db, { scrub, ...version }: NewVersion, createdAt: Date): Promise<void> {
  await db
    .insertInto('orderFiles')
    .values({ ...version, createdAt, scrub: scrub && JSON.stringify(scrub) })
    .execute()
}

export type NoticeRow = Awaited<ReturnType<typeof listNotices>>[number]

export const listNotices = (db: Db, orderId: string) =>
  db
    .selectFrom('orderNotices')
    .select(['type', 'at', 'detail'])
    .where('orderId', '=', orderId)
    .orderBy('at', 'desc')
    .orderBy('version', 'desc')
    .orderBy('type', 'desc')
    .execute()

type NewNotice = { orderId: string; version: number; type: OrderNotice['type']; at: Date; detail?: string }

/** Notes what happened, once for each version of the file. False when it was noted before: nothing changes then. */
export async function insertNotice(db: Db, { detail, ...notice }: NewNotice): Promise<boolean> {
  const added = await db
    .insertInto('orderNotices')
    .values({ ...notice, detail: detail ?? null })
    .onConflict((conflict) => conflict.columns(['orderId', 'version', 'type']).doNothing())
    .returning('orderId')
    .execute()
  return added.length > 0
}

/** Notes what may happen to one version again; the last time is what is kept. */
export const noteAgain = (db: Db, { detail = '', ...notice }: NewNotice) =>
  db
    .insertInto('orderNotices')
    .values({ ...notice, detail })
    .onConflict((conflict) =>
      conflict
        .columns(['orderId', 'version', 'type'])
        .doUpdateSet(({ ref }) => ({ at: ref('excluded.at'), detail: ref('excluded.detail') })),
    )
    .execute()
