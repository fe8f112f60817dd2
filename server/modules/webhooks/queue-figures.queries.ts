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
