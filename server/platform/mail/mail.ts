import { z } from 'zod'
import type { Services } from '../context.ts'
import { newId } from '../ids.ts'
import type { Task } from '../jobs.ts'
import type { Db } from '../postgres/database.ts'
import { addSealedJob, sealedTask } from '../sealed-jobs.ts'
import type { Secrets } from '../secrets.ts'

export const sendMailJob = 'send-mail'

/** The pauses of the queue grow to about a day over this many tries. */
const tries = 13

const Mail = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** After this it is not worth sending. */
  until: z.iso.datetime().optional(),
  /** Goes to nobody: it takes the way of a mail, so that its being there does not tell. */
  isDecoy: z.boolean().optional(),
})
export type Mail = z.infer<typeof Mail>

/** A mail has an id, so that one which is sent twice can be told to be the same. */
const QueuedMail = Mail.extend({ id: z.string() })
export type QueuedMail = z.infer<typeof QueuedMail>

/** What it throws is tried again, unless it is `UndeliverableMail`. */
export type Deliver = (mail: QueuedMail) => Promise<void>

export class UndeliverableMail extends Error {}

/** Kept encrypted until it is sent, for codes stand in it. */
export const queueMail = (ctx: { db: Db; secrets: Secrets }, mail: Mail): Promise<void> =>
  addSealedJob(ctx, sendMailJob, { ...mail, id: newId() }, { maxAttempts: tries })

/** Tries again for about a day. A mail that has become useless is dropped. */
export const runSendMail = (services: Services, deliver: Deliver): Task =>
  sealedTask(services, sendMailJob, QueuedMail, async (mail) => {
    const { clock, log } = services
    if (mail.isDecoy) return
    if (mail.until && new Date(mail.until) <= clock.now())
      return log.warn({ mail: mail.id }, 'A mail came too late to be of use and was dropped')
    await deliver(mail).catch((error: unknown) => {
      if (!(error instanceof UndeliverableMail)) throw error
      log.warn({ mail: mail.id, reason: error.message }, 'A mail was refused for good')
    })
  })
