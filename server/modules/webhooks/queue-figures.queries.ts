import type { Db } from '../../platform/postgres/database.ts'

/** How many events wait to be sent to webhooks, and how many of them were due before an instant. */
export const queueFigures = (db: Db, dueBefore: Date) =>
  db
    .selectFrom('webhookAttempts')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.countAll<number>().filterWhere('at', '<', dueBefore).as('overdue'),
    ])
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()

/** How many webhooks fail, or were disabled since an instant because they did. */
export async function countFailing(db: Db, disabledSince: Date): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deletedAt', 'is', null)
    .where(({ eb, or, and }) =>
      or([
        and([eb('isActive', '=', true), eb('failingSince', 'is not', null)]),
        and([eb('disabledReason', '=', 'FAILING'), eb('disabledAt', '>=', disabledSince)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return count
}
