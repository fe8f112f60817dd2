import { hourMs } from '@dooryard/contract/api/time'
import { letterKinds } from '@dooryard/contract/leads/letter-kinds'
import { LetterSender } from '@dooryard/contract/leads/letter-templates'
import { type MailingFile, type MailingFormat, mailingFormats } from '@dooryard/contract/leads/letters'
import { z } from 'zod'
import type { Context, Services } from '../../../../../platform/context.ts'
import { notFound } from '../../../../../platform/errors/app-error.ts'
import { signFileLink } from '../../../../../platform/files/file-links.ts'
import { addJob, type JobRun } from '../../../../../platform/jobs/jobs.ts'
import { inTransaction } from '../../../../../platform/postgres/database.ts'
import { newId } from '../../../../../platform/util/ids.ts'
import { type WrittenMailing, writeMailing } from '../print/write-mailing.ts'
import {
  deleteFilesBefore,
  deleteMailingFile,
  findMailing,
  findMailingFile,
  listPrintedRecipients,
  lockMailing,
  type MailingListRow,
  startMailingFile,
  updateMailingFile,
} from './mailings.queries.ts'

export const makeMailingFileJob = 'make-mailing-file'

const folder = 'letters'
const fileHours = 24
/** Longer than any file takes; a job that is gone by then never ends. */
const staleMs = hourMs
const maxAttempts = 3

/** The state of a file, and a link once it is ready. Starts it if there is none; one that failed is told once. */
export async function makeMailingFile(ctx: Context, id: string, format: MailingFormat): Promise<MailingFile> {
  const { mailing, file } = await inTransaction(ctx, async ({ db, actor, clock }) => {
    const { userId } = actor
    const mailing = await lockMailing(db, { userId, id })
    if (!mailing) throw notFound('This mailing')
    const at = clock.now()
    const file = await findMailingFile(db, id, format)
    const isStale = file?.status === 'MAKING' && at.getTime() - file.startedAt.getTime() > staleMs
    if (file?.status === 'FAILED') await deleteMailingFile(db, file.fileKey)
    if (file && !isStale) return { mailing, file }
    const fileKey = `${folder}/${newId()}.${format === 'CSV' ? 'csv' : 'pdf'}`
    await startMailingFile(db, { mailingId: id, format }, fileKey, at)
    await addJob(db, makeMailingFileJob, { userId, mailingId: id, format }, { queue: `letters:${userId}`, maxAttempts })
    return { mailing, file: { status: 'MAKING', fileKey, done: 0 } }
  })
  const { fileKey, done } = file
  if (file.status !== 'READY') return { format, status: file.status === 'FAILED' ? 'FAILED' : 'MAKING', done }
  const link = { key: fileKey, fileName: formatFileName(mailing, format), contentType: mediaTypes[format] }
  return { format, status: 'READY', done, url: `/v1/files/${await signFileLink(ctx, link)}` }
}

const mediaTypes = { SHEETS: 'application/pdf', LABELS: 'application/pdf', CSV: 'text/csv; charset=utf-8' } as const

/** `absentee-owners-letters.pdf` */
function formatFileName({ name, kind }: MailingListRow, format: MailingFormat): string {
  const start = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const part =
    format === 'SHEETS' ? (kind === 'LETTER' ? 'letters' : 'postcards') : format === 'LABELS' ? 'labels' : 'recipients'
  return `${[start, part].filter(Boolean).join('-')}.${format === 'CSV' ? 'csv' : 'pdf'}`
}

const Payload = z.object({ userId: z.uuid(), mailingId: z.uuid(), format: mailingFormats.schema })
const batchSize = 200

/** Writes the file batch by batch. The last of its attempts says that it failed. */
export const runMakeMailingFile = (services: Services) => async (payload: unknown, run: JobRun) => {
  const { userId, mailingId, format } = Payload.parse(payload)
  const { db, files } = services
  const [mailing, file] = await Promise.all([
    findMailing(db, { userId, id: mailingId }),
    findMailingFile(db, mailingId, format),
  ])
  // It may have been deleted since, with its account too.
  if (!mailing || file?.status !== 'MAKING') return
  const { fileKey } = file
  async function* readRecipients() {
    for (let after = 0; ; after += batchSize) {
      run.signal.throwIfAborted()
      if (after >= (mailing?.recipients ?? 0)) return
      yield await listPrintedRecipients(db, mailingId, { after, limit: batchSize })
      await updateMailingFile(db, fileKey, { done: Math.min(after + batchSize, mailing?.recipients ?? 0) })
    }
  }
  const { name, text, backText } = mailing
  const content = { name, text, backText, kind: letterKinds.schema.parse(mailing.kind) }
  const written: WrittenMailing = {
    ...{ ...content, sender: LetterSender.parse(mailing.sender), format },
    // A file that is made again another day says the same date.
    at: mailing.createdAt,
    batches: readRecipients(),
  }
  try {
    await files.write(fileKey, writeMailing(written))
    await updateMailingFile(db, fileKey, { status: 'READY' })
  } catch (error) {
    if (run.attempt >= run.maxAttempts) await updateMailingFile(db, fileKey, { status: 'FAILED' })
    throw error
  }
}

/** Deletes files after a day, also those of mailings and accounts that are gone. */
export async function purgeMailingFiles({ db, files, clock }: Services): Promise<void> {
  await deleteFilesBefore(db, new Date(clock.now().getTime() - fileHours * hourMs))
  await files.removeOlder(folder, fileHours * hourMs)
}
