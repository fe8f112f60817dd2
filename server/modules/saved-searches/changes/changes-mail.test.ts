import { notifications } from '@dooryard/contract/identity/notifications'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, expect, test } from 'vitest'
import { startWorker } from '../../../platform/jobs/jobs.ts'
import { runSendMail, sendMailJob } from '../../../platform/mail/mail.ts'
import { newId } from '../../../platform/util/ids.ts'
import { enterpriseUser, type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { claimTodaysTasks } from '../../orders/index.ts'
import { listPendingNotifications, listUsersToNotify } from '../count/counts.queries.ts'
import { queueRecounts } from '../count/recount-searches.job.ts'
import { uncountSearchesExcluding } from '../saved-searches.queries.ts'
import { createSearchHarness, day, hour, jobRun, runRecountSearches } from './changing-searches.fixture.ts'
import { runNotifyChanges } from './notify-changes.job.ts'

const portal = await testPortal({ demoRows: 2_000 })
const { pool, services, mails } = portal
const deliver = async (mail: (typeof mails)[number]) => void mails.push(mail)
// Only mails are processed; each test runs the other jobs itself.
const mailWorker = await startWorker({
  pool,
  log: services.log,
  tasks: { [sendMailJob]: runSendMail(services, deliver) },
})
afterAll(async () => {
  await mailWorker.stop()
  await portal.close()
})
const { createMatches, saved, sendChanges, aDayLater, signInAgain, now } = createSearchHarness(portal)
const listMailsTo = ({ email }: TestUser) => portal.mails.filter(({ to }) => to === email)

test('the owner is mailed once about changes since the last mail or visit, even if the job runs twice', async () => {
  const owner = await user(portal, { role: 'ENTERPRISE_USER' })
  const { criteria, ids, give, stories: tall } = await createMatches(5)
  await give(ids.slice(3), 1)
  const { id, name } = await saved(owner, criteria, { emailChanges: true })
  await aDayLater(owner)
  await give(ids.slice(3), tall)
  await give(ids.slice(0, 1), 1)
  portal.clock.advance(day + hour)
  await queueRecounts(portal.services)
  const job = () => runRecountSearches(portal.services)({ userId: owner.id }, jobRun)
  await Promise.all([job(), job()])
  await job()
  const notify = () => runNotifyChanges(portal.services)({ userId: owner.id }, jobRun)
  await Promise.all([notify(), notify()])
  await sendChanges(owner)
  await expect.poll(() => listMailsTo(owner)).toHaveLength(1)
  const [mail] = listMailsTo(owner)
  expect(mail?.subject).toBe(`2 new matches for “${name}”`)
  const text = mail?.text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('2 properties match that did not before, and 1 property matches no longer.')
  const path = `/portal/settings/saved-searches?changes=${id}&change=ENTERED`
  expect(mail?.text).toContain(`${path}\n`)
  const { items } = (await (await signInAgain(owner)).as.call(notifications.list)).body
  expect(items).toMatchObject([
    { kind: 'NEW_MATCHES', title: mail?.subject, body: '2 new matches, 1 match gone.', path },
  ])
  await aDayLater(owner)
  await give(ids.slice(1, 2), 1)
  const startsAt = portal.clock.now().getTime() + day
  await portal.db
    .insertInto('leadTasks')
    .values({
      ...{ id: newId(), userId: owner.id, actorId: owner.id, propertyId: '1', ownerKey: '', title: 'Write back' },
      ...{ dueDay: '2026-11-02', timeZone: 'America/Chicago', reminder: 'ON_TIME', createdAt: portal.clock.now() },
      ...{ startsAt: new Date(startsAt), dueAt: new Date(startsAt + day), digestAt: new Date(startsAt + 7 * hour) },
    })
    .execute()
  await aDayLater(owner)
  await expect.poll(() => listMailsTo(owner)).toHaveLength(2)
  expect(listMailsTo(owner)[1]?.subject).toBe(`1 match left “${name}”`)
  // It lists the tasks of the day, and the mail of the morning then does not.
  expect(listMailsTo(owner)[1]?.text).toContain('Write back')
  portal.clock.advance(7 * hour)
  expect(await claimTodaysTasks(portal.services, owner.id)).toEqual([])
  expect((await now(owner, id)).changes).toEqual({ entered: 2, left: 2 })
})

test('all changes of a user are in one mail a day, and later ones in the next', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  const [first, second, third] = [await createMatches(3), await createMatches(4), await createMatches(2)]
  const emailChanges = { emailChanges: true }
  const { id } = await saved(owner, first.criteria, { ...emailChanges, name: 'First' })
  await saved(owner, second.criteria, { ...emailChanges, name: 'Second' })
  await saved(owner, third.criteria, { ...emailChanges, name: 'Third' })
  await aDayLater(owner)
  expect(listMailsTo(owner)).toEqual([])
  await first.give(first.ids.slice(0, 1), 1)
  await second.give(second.ids.slice(0, 2), 1)
  await aDayLater(owner)
  await expect.poll(() => listMailsTo(owner)).toHaveLength(1)
  const [mail] = listMailsTo(owner)
  expect(mail?.subject).toBe('2 of your saved searches have changed')
  expect(mail?.text).toMatch(/“Second”: 2 matches gone:\n.*\n\n“First”: 1 match gone:\n.*changes=/)
  expect(mail?.text).toContain(`/portal/settings/saved-searches?changes=${id}&change=LEFT\n`)
  expect(mail?.text).not.toContain('Third')

  // A recount on the same day, as after new data.
  const recountAfter = async (hours: number) => {
    portal.clock.advance(hours * hour)
    await portal.db.updateTable('savedSearches').set({ lastAttemptAt: null }).where('userId', '=', owner.id).execute()
    await queueRecounts(portal.services)
    // No mail is sent until all searches are counted.
    await sendChanges(owner)
    await runRecountSearches(portal.services)({ userId: owner.id }, jobRun)
    await sendChanges(owner)
  }
  await third.give(third.ids.slice(0, 1), 1)
  await recountAfter(7)
  await first.give(first.ids.slice(0, 1), first.stories)
  await recountAfter(7)
  expect((await now(owner, id)).lastCount).toBe(3)
  expect(listMailsTo(owner)).toHaveLength(1)
  await second.give(second.ids.slice(2, 3), 1)
  await recountAfter(12)
  await expect.poll(() => listMailsTo(owner)).toHaveLength(2)
  const [, next] = listMailsTo(owner)
  expect(next?.subject).toBe('1 new match in 1 of your saved searches')
  expect(next?.text).toContain('“Third”: 1 match gone')
  expect(next?.text).toContain('“Second”: 1 match gone')
})

test('new matches are reported although orders of a campaign that the search excludes complete in between', async () => {
  const owner = await enterpriseUser(portal)
  const { criteria, ids, give, stories } = await createMatches(5)
  await give(ids.slice(3), 1)
  const excluding = { ...criteria, exclude: { campaignIds: [owner.campaign.id] } }
  const { id } = await saved(owner, excluding, { emailChanges: true })
  await aDayLater(owner)
  const completeOrder = () =>
    uncountSearchesExcluding(portal.db, owner.id, { key: 'campaignIds', id: owner.campaign.id })
  await give(ids.slice(3, 4), stories)
  await completeOrder()
  expect(await now(owner, id)).toMatchObject({ lastCount: null })
  await sendChanges(owner)
  expect(listMailsTo(owner)).toEqual([])
  // The recount comes before the mail.
  await give(ids.slice(4), stories)
  await completeOrder()
  await aDayLater(owner)
  await expect.poll(() => listMailsTo(owner)).toHaveLength(1)
  expect(listMailsTo(owner)[0]?.subject).toMatch(/^2 new matches for /)
  const counted = await now(owner, id)
  expect(counted).toMatchObject({ lastCount: 5, changes: { entered: 2, left: 0 } })
  expect(counted.history?.map(({ count }) => count)).toEqual([3, 3, 5])
})

test('matches that came and went before a mail are not reported', async () => {
  const owner = await user(portal)
  const { criteria, ids, give, stories } = await createMatches(3)
  await saved(owner, criteria, { emailChanges: true })
  await give(ids.slice(0, 1), 1)
  portal.clock.advance(day + hour)
  await queueRecounts(portal.services)
  await runRecountSearches(portal.services)({ userId: owner.id }, jobRun)
  await give(ids.slice(0, 1), stories)
  await aDayLater(owner)
  expect(
    await listUsersToNotify(portal.db, {
      mailedSince: new Date(0),
      late: new Date(0),
      overdue: new Date(0),
      limit: 500,
    }),
  ).not.toContain(owner.id)
  await give(ids.slice(1, 2), 1)
  await aDayLater(owner)
  await expect.poll(() => listMailsTo(owner)).toHaveLength(1)
  expect(listMailsTo(owner)[0]?.subject).toMatch(/^1 match left/)
})

test('a failed mail is sent by the next attempt, without searches visited meanwhile', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER' })
  const [seen, unseen] = [await createMatches(3), await createMatches(3)]
  const { id } = await saved(owner, seen.criteria, { emailChanges: true, name: 'Seen' })
  await saved(owner, unseen.criteria, { emailChanges: true, name: 'Unseen' })
  await seen.give(seen.ids.slice(0, 1), 1)
  await unseen.give(unseen.ids.slice(0, 1), 1)
  portal.clock.advance(day + hour)
  await queueRecounts(portal.services)
  await runRecountSearches(portal.services)({ userId: owner.id }, jobRun)
  const derive = () => {
    throw new Error('no key')
  }
  await expect(
    runNotifyChanges({ ...portal.services, secrets: { derive } })({ userId: owner.id }, jobRun),
  ).rejects.toThrow()
  expect(await listPendingNotifications(portal.db, owner.id)).toHaveLength(2)
  const { rows } = portal.services.clickhouse
  const visiting = async (...asked: Parameters<typeof rows>) => {
    await (await signInAgain(owner)).as.call(savedSearches.visit, { params: { id } })
    return rows(...asked)
  }
  const clickhouse = { ...portal.services.clickhouse, rows: visiting as typeof rows }
  await runNotifyChanges({ ...portal.services, clickhouse })({ userId: owner.id }, jobRun)
  await expect.poll(() => listMailsTo(owner)).toHaveLength(1)
  expect(listMailsTo(owner)[0]?.subject).toBe('1 match left “Unseen”')
})

test('users who did not opt in, have seen the changes or have no verified address get no mail', async () => {
  const [silent, seeing, unverified] = [await user(portal), await user(portal), await user(portal)]
  const { criteria, ids, give } = await createMatches(4)
  const quiet = await saved(silent, criteria)
  const { id } = await saved(seeing, criteria, { emailChanges: true })
  await saved(unverified, criteria, { emailChanges: true })
  await portal.db.updateTable('users').set({ emailVerifiedAt: null }).where('id', '=', unverified.id).execute()
  await give(ids.slice(0, 2), 1)
  await (await signInAgain(seeing)).as.call(savedSearches.visit, { params: { id } })
  await aDayLater(silent, seeing, unverified)
  // Enabling mails later does not report earlier changes.
  const { as } = await signInAgain(silent)
  await as.call(savedSearches.change, { params: { id: quiet.id }, body: { emailChanges: true } })
  await aDayLater(silent, seeing, unverified)
  await give(ids.slice(2, 3), 1)
  await aDayLater(silent)
  await expect.poll(() => listMailsTo(silent)).toHaveLength(1)
  expect(listMailsTo(silent)[0]?.subject).toMatch(/^1 match left/)
  expect([...listMailsTo(seeing), ...listMailsTo(unverified)]).toEqual([])
})
