import type { Db } from '../postgres/database.ts'
import type { Clock } from '../util/clock.ts'
import type { MailTransport } from './mail.ts'

const maxListed = 50
export const maxMailsKept = 500

/** A mail that arrives twice is stored once. */
export const createOutboxTransport =
  ({ db, clock }: { db: Db; clock: Clock }): MailTransport =>
  async ({ id, to, subject, html, text }) => {
    const mail = { id, recipient: to, subject, html, text, createdAt: clock.now() }
    await db
      .insertInto('outboxMails')
      .values(mail)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const old = db
      .selectFrom('outboxMails')
      .select('id')
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .offset(maxMailsKept)
    await db.deleteFrom('outboxMails').where('id', 'in', old).execute()
  }

export async function listLatestMails(db: Db, to?: string) {
  const mails = await db
    .selectFrom('outboxMails')
    .select(['id', 'recipient as to', 'subject', 'html', 'text', 'createdAt'])
    .$if(to !== undefined, (all) => all.where(({ fn, ref }) => fn('lower', [ref('recipient')]), '=', to?.toLowerCase()))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute()
  return mails.map((mail) => ({ ...mail, createdAt: mail.createdAt.toISOString() }))
}
