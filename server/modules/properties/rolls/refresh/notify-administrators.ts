import type { Services } from '../../../../platform/context.ts'
import { listAdministrators } from '../../../../platform/lists/owners.queries.ts'
import type { Mail } from '../../../../platform/mail/mail.ts'
import { datasetFailedMail, datasetWaitsMail } from '../../../../platform/mail/templates/county-data.ts'
import type { MailReader } from '../../../../platform/mail/templates/template.ts'
import { inTransaction } from '../../../../platform/postgres/database.ts'
import { notifyUser } from '../../../identity/index.ts'
import { findRoll } from '../rolls.queries.ts'
import { claimNotice, listUnnotified } from '../versions/waiting-versions.queries.ts'
import { findRefresh, listBusySources, recordOutcome } from './refreshes.queries.ts'

type Notice = { id: string; title: string; body: string; mail: (reader: MailReader) => Mail }

/** To every administrator: any of them can decide. */
async function notifyAdministrators(tx: Services, { id, title, body, mail }: Notice): Promise<void> {
  for (const { id: userId } of await listAdministrators(tx.db))
    await notifyUser(tx, { userId, kind: 'COUNTY_DATA', title, body, path: `/portal/data?roll=${id}`, mail })
}

/** Tells administrators of the version that waits, unless they were told: a refresh may be run again. */
export async function notifyOfWaiting(tx: Services, source: string): Promise<void> {
  const roll = await findRoll(tx.db, source)
  const version = roll && (await claimNotice(tx.db, source, tx.clock.now()))
  if (!version) return
  if (!version.isReadable) throw new Error(`what is stored of the version of ${source} that waits is damaged`)
  const { name } = roll
  const { reasons, changes } = version
  const id = String(roll.id)
  const fileName = version.files.map((file) => file.fileName).join(', ')
  await notifyAdministrators(tx, {
    id,
    title: `A new file of ${name} waits for your decision`,
    body: [...reasons, ...(changes ? [] : [editSourceHint])].join(' '),
    mail: ({ email }) => datasetWaitsMail(tx, { email }, { id, name, fileName, reasons, canAccept: changes !== null }),
  })
}

const editSourceHint = 'Edit the source to choose the columns that take their place.'

/** Tells of versions that wait since a process that was killed before it did. */
export async function notifyOfUnnoticed(services: Services): Promise<void> {
  const sources = await listUnnotified(services.db)
  const busy = await listBusySources(services.db, sources)
  for (const source of sources.filter((one) => !busy.has(one)))
    try {
      await inTransaction(services, (tx) => notifyOfWaiting(tx, source))
    } catch (error) {
      // The others are told all the same, and this one with the next run.
      services.log.error({ err: error, source }, 'administrators were not told of a version that waits')
    }
}

/** Records a failure, and tells administrators of the first in a row: a dead address fails daily. */
export const notifyOfFailure = (services: Services, source: string, message: string): Promise<void> =>
  inTransaction(services, async (tx) => {
    const [refresh, roll] = [await findRefresh(tx.db, source), await findRoll(tx.db, source)]
    await recordOutcome(tx.db, source, { outcome: 'FAILED', message, at: tx.clock.now() })
    if (!roll || refresh?.lastOutcome === 'FAILED') return
    const { name } = roll
    const id = String(roll.id)
    await notifyAdministrators(tx, {
      id,
      title: `${name} could not be refreshed`,
      body: message,
      mail: ({ email }) => datasetFailedMail(tx, { email }, { id, name, message }),
    })
  })
