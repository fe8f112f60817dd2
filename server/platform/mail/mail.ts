import { z } from 'zod'
import type { Services } from '../context.ts'
import type { Secrets } from '../crypto/secrets.ts'
import { addEncryptedJob, createEncryptedTask } from '../jobs/encrypted-jobs.ts'
import type { Task } from '../jobs/jobs.ts'
import type { Db } from '../postgres/database.ts'
import { newId } from '../util/ids.ts'

export const sendMailJob = 'send-mail'

/** The queue's back-off grows to about a day over this many attempts. */
const maxTries = 13

const Mail = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** The mail is dropped after this time. */
  until: z.iso.datetime().optional(),
  /**
   * Sent to no one: it is queued like any other mail, so that its presence in the queue does not reveal whether an
   * account exists.
   */
  isDecoy: z.boolean().optional(),
})
export type Mail = z.infer<typeof Mail>

/** A mail has an id, so that one that is sent twice can be recognized. */
const QueuedMail = Mail.extend({ id: z.string() })
export type QueuedMail = z.infer<typeof QueuedMail>

/** Errors are retried, except `UndeliverableMail`. */
export type MailTransport = (mail: QueuedMail) => Promise<void>

export class UndeliverableMail extends Error {}

/** Encrypted until it is sent, because it may contain codes. */
export const queueMail = (ctx: { db: Db; secrets: Secrets }, mail: Mail): Promise<void> =>
  addEncryptedJob(ctx, sendMailJob, { ...mail, id: newId() }, { maxAttempts: maxTries })

/** Retries for about a day. An expired mail is dropped. */
export const runSendMail = (services: Services, deliver: MailTransport): Task =>
  createEncryptedTask(services, sendMailJob, QueuedMail, async (mail) => {
    const { clock, log } = services
    if (mail.isDecoy) return
    if (mail.until && new Date(mail.until) <= clock.now())
      return log.warn({ mail: mail.id }, 'A mail came too late to be of use and was dropped')
    await deliver(mail).catch((error: unknown) => {
      if (!(error instanceof UndeliverableMail)) throw error
      log.warn({ mail: mail.id, reason: error.message }, 'A mail was refused for good')
    })
  })
