import type { Clock } from '../clock.ts'
import type { Db } from '../postgres/database.ts'
import type { Deliver } from './mail.ts'

const shown = 50
export const mailsKept = 500

/** A mail that comes twice is kept once. */
export const outboxDelivery =
  ({ db, clock }: { db: Db; clock: Clock }): Deliver =>
  async ({ id, to, subject, html, text }) => {
    const mail = { id, recipient: to, subject, html, text, createdAt: clock.now() }
    await db
      .insertInto('outboxMails')
      .values(mail)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const old = db.selectFrom('outboxMails').select('id').orderBy('createdAt', 'desc').orderBy('id').offset(mailsKept)
    await db.deleteFrom('outboxMails').where('id', 'in', old).execute()
  }

export async function latestMails(db: Db, to?: string) {
  const mails = await db
    .selectFrom('outboxMails')
    .select(['id', 'recipient as to', 'subject', 'html', 'text', 'createdAt'])
    .$if(to !== undefined, (all) => all.where(({ fn, ref }) => fn('lower', [ref('recipient')]), '=', to?.toLowerCase()))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(shown)
    .execute()
  return mails.map((mail) => ({ ...mail, createdAt: mail.createdAt.toISOString() }))
}
