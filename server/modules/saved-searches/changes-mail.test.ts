import { savedSearches } from '@dooryard/contract/saved-searches'
import { afterAll, expect, test } from 'vitest'
import { startWorker } from '../../platform/jobs.ts'
import { runSendMail, sendMailJob } from '../../platform/mail/mail.ts'
import { type TestUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { changingSearches, day, hour, run, runRecountSearches } from './changing-searches.fixture.ts'
import { untoldOf, usersToTell } from './counts.queries.ts'
import { queueRecounts } from './recount-searches.job.ts'
import { runTellChanges } from './tell-changes.job.ts'

const portal = await testPortal({ demoRows: 2_000 })
const { pool, services, mails } = portal
const deliver = async (mail: (typeof mails)[number]) => void mails.push(mail)
// Mails are sent, and nothing else is worked on: each test takes the worker's place.
const postman = await startWorker({ pool, log: services.log, tasks: { [sendMailJob]: runSendMail(services, deliver) } })
afterAll(async () => {
  await postman.stop()
  await portal.close()
})
const { own, saved, told, aDayLater, again, now } = changingSearches(portal)
const mailsTo = ({ email }: TestUser) => portal.mails.filter(({ to }) => to === email)

test('its owner is mailed once what changed since the last mail or visit, whoever runs the job twice', async () => {
  const owner = await user(portal, { role: 'ENTERPRISE_USER' })
  const { criteria, ids, give, stories: tall } = await own(5)
  await give(ids.slice(3), 1)
  const { id, name } = await saved(owner, criteria, { emailChanges: true })
  await aDayLater(owner)
  await give(ids.slice(3), tall)
  await give(ids.slice(0, 1), 1)
  portal.clock.advance(day + hour)
  await queueRecounts(portal.services)
  const job = () => runRecountSearches(portal.services)({ userId: owner.id }, run)
  await Promise.all([job(), job()])
  await job()
  const tell = () => runTellChanges(portal.services)({ userId: owner.id }, run)
  await Promise.all([tell(), tell()])
  await told(owner)
  await expect.poll(() => mailsTo(owner)).toHaveLength(1)
  const [mail] = mailsTo(owner)
  expect(mail?.subject).toBe(`2 new matches for “${name}”`)
  const text = mail?.text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('2 properties match that did not before, and 1 property matches no longer.')
  expect(mail?.text).toContain(`/portal/settings/saved-searches?changes=${id}&change=ENTERED\n`)
  await aDayLater(owner)
  await give(ids.slice(1, 2), 1)
  await aDayLater(owner)
  await expect.poll(() => mailsTo(owner)).toHaveLength(2)
  expect(mailsTo(owner)[1]?.subject).toBe(`1 match left “${name}”`)
  expect((await now(owner, id)).changes).toEqual({ entered: 2, left: 2 })
})

test('all that changed of a user is one mail a day, and what is found after it is in the next', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  const [first, second, third] = [await own(3), await own(4), await own(2)]
  const emailChanges = { emailChanges: true }
  const { id } = await saved(owner, first.criteria, { ...emailChanges, name: 'First' })
  await saved(owner, second.criteria, { ...emailChanges, name: 'Second' })
  await saved(owner, third.criteria, { ...emailChanges, name: 'Third' })
  await aDayLater(owner)
  expect(mailsTo(owner)).toEqual([])
  await first.give(first.ids.slice(0, 1), 1)
  await second.give(second.ids.slice(0, 2), 1)
  await aDayLater(owner)
  await expect.poll(() => mailsTo(owner)).toHaveLength(1)
  const [mail] = mailsTo(owner)
  expect(mail?.subject).toBe('2 of your saved searches have changed')
  expect(mail?.text).toMatch(/“Second”: 2 matches gone:\n.*\n\n“First”: 1 match gone:\n.*changes=/)
  expect(mail?.text).toContain(`/portal/settings/saved-searches?changes=${id}&change=LEFT\n`)
  expect(mail?.text).not.toContain('Third')

  // Counted again the same day, as after new data.
  const recounted = async (hours: number) => {
    portal.clock.advance(hours * hour)
    await portal.db.updateTable('savedSearches').set({ lastAttemptAt: null }).where('userId', '=', owner.id).execute()
    await queueRecounts(portal.services)
    // Until all are counted nobody is told of some.
    await told(owner)
    await runRecountSearches(portal.services)({ userId: owner.id }, run)
    await told(owner)
  }
  await third.give(third.ids.slice(0, 1), 1)
  await recounted(7)
  await first.give(first.ids.slice(0, 1), first.stories)
  await recounted(7)
  expect((await now(owner, id)).lastCount).toBe(3)
  expect(mailsTo(owner)).toHaveLength(1)
  await second.give(second.ids.slice(2, 3), 1)
  await recounted(12)
  await expect.poll(() => mailsTo(owner)).toHaveLength(2)
  const [, next] = mailsTo(owner)
  expect(next?.subject).toBe('1 new match in 1 of your saved searches')
  expect(next?.text).toContain('“Third”: 1 match gone')
  expect(next?.text).toContain('“Second”: 1 match gone')
})

test('what came and went again before a mail is told to nobody', async () => {
  const owner = await user(portal)
  const { criteria, ids, give, stories } = await own(3)
  await saved(owner, criteria, { emailChanges: true })
  await give(ids.slice(0, 1), 1)
  portal.clock.advance(day + hour)
  await queueRecounts(portal.services)
  await runRecountSearches(portal.services)({ userId: owner.id }, run)
  await give(ids.slice(0, 1), stories)
  await aDayLater(owner)
  expect(
    await usersToTell(portal.db, { mailedSince: new Date(0), late: new Date(0), overdue: new Date(0), limit: 500 }),
  ).not.toContain(owner.id)
  await give(ids.slice(1, 2), 1)
  await aDayLater(owner)
  await expect.poll(() => mailsTo(owner)).toHaveLength(1)
  expect(mailsTo(owner)[0]?.subject).toMatch(/^1 match left/)
})

test('a mail that comes to nothing on its way is sent by the next try, and what was visited meanwhile is not in it', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  const [seen, unseen] = [await own(3), await own(3)]
  const { id } = await saved(owner, seen.criteria, { emailChanges: true, name: 'Seen' })
  await saved(owner, unseen.criteria, { emailChanges: true, name: 'Unseen' })
  await seen.give(seen.ids.slice(0, 1), 1)
  await unseen.give(unseen.ids.slice(0, 1), 1)
  portal.clock.advance(day + hour)
  await queueRecounts(portal.services)
  await runRecountSearches(portal.services)({ userId: owner.id }, run)
  const derive = () => {
    throw new Error('no key')
  }
  await expect(runTellChanges({ ...portal.services, secrets: { derive } })({ userId: owner.id }, run)).rejects.toThrow()
  expect(await untoldOf(portal.db, owner.id)).toHaveLength(2)
  const { rows } = portal.services.clickhouse
  const visiting = async (...asked: Parameters<typeof rows>) => {
    await (await again(owner)).as.call(savedSearches.visit, { params: { id } })
    return rows(...asked)
  }
  const clickhouse = { ...portal.services.clickhouse, rows: visiting as typeof rows }
  await runTellChanges({ ...portal.services, clickhouse })({ userId: owner.id }, run)
  await expect.poll(() => mailsTo(owner)).toHaveLength(1)
  expect(mailsTo(owner)[0]?.subject).toBe('1 match left “Unseen”')
})

test('nobody is mailed who did not ask, has seen it, or has no verified address', async () => {
  const [silent, seeing, unverified] = [await user(portal), await user(portal), await user(portal)]
  const { criteria, ids, give } = await own(4)
  const quiet = await saved(silent, criteria)
  const { id } = await saved(seeing, criteria, { emailChanges: true })
  await saved(unverified, criteria, { emailChanges: true })
  await portal.db.updateTable('users').set({ emailVerifiedAt: null }).where('id', '=', unverified.id).execute()
  await give(ids.slice(0, 2), 1)
  await (await again(seeing)).as.call(savedSearches.visit, { params: { id } })
  await aDayLater(silent, seeing, unverified)
  // Who asks afterwards is not told of what was before.
  const { as } = await again(silent)
  await as.call(savedSearches.change, { params: { id: quiet.id }, body: { emailChanges: true } })
  await aDayLater(silent, seeing, unverified)
  await give(ids.slice(2, 3), 1)
  await aDayLater(silent)
  await expect.poll(() => mailsTo(silent)).toHaveLength(1)
  expect(mailsTo(silent)[0]?.subject).toMatch(/^1 match left/)
  expect([...mailsTo(seeing), ...mailsTo(unverified)]).toEqual([])
})
