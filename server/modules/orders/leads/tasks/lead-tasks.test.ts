import { account } from '@dooryard/contract/identity/account'
import { notifications } from '@dooryard/contract/identity/notifications'
import { boardExport } from '@dooryard/contract/leads/board-export'
import { leadTasks, maxTasksPerLead } from '@dooryard/contract/leads/tasks'
import { afterAll, expect, test } from 'vitest'
import { startWorker } from '../../../../platform/jobs/jobs.ts'
import { runSendMail, sendMailJob } from '../../../../platform/mail/mail.ts'
import { signInWithPassword, type TestUser, testPassword } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'
import { listWebhookEvents, subscribeToEvents } from '../../../webhooks/events/events.fixture.ts'
import { orderSchedule } from '../../orders.jobs.ts'
import { createLeadBoardApi, type TestCaller, type TestLeadRef } from '../lead-board.fixture.ts'
import { claimTodaysTasks } from './notify-due-tasks.ts'
import { planTask } from './task-rules.ts'

const portal = await testPortal({ demoRows: 2_000 })
const { pool, services } = portal
const deliver = async (mail: (typeof portal.mails)[number]) => void portal.mails.push(mail)
const tasks = { [sendMailJob]: runSendMail(services, deliver) }
const mailWorker = await startWorker({ pool, log: services.log, tasks })
afterAll(async () => {
  await mailWorker.stop()
  await portal.close()
})
const { withLeads, fetchBoard, fetchStageCounts, fetchLead } = createLeadBoardApi(portal)
const hour = 3_600_000
const day = 24 * hour
const timeZone = 'America/Chicago'

/** A calendar day in Chicago, so many days from now. */
const dayFromNow = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(portal.clock.now().getTime() + days * day)
const due = (days: number, time?: string) => ({ day: dayFromNow(days), timeZone, ...(time && { time }) })
const add = ({ as }: TestCaller, leads: TestLeadRef[], task: object, headers = {}) =>
  as.call(leadTasks.create, { body: { leads, title: 'Call', due: due(1), ...task } as never, headers })
const addOne = async (...added: Parameters<typeof add>) => {
  const { status, body } = await add(...added)
  expect(status).toBe(201)
  return body.items[0]?.id ?? ''
}
const change = ({ as }: TestCaller, taskIds: string[], body: object) =>
  as.call(leadTasks.change, { body: { taskIds, ...body } })
const list = async ({ as }: TestCaller, state: 'DUE' | 'UPCOMING' | 'DONE') =>
  (await as.call(leadTasks.list, { query: { state } })).body.items.map(({ title }) => title)
const runSchedule = async (job: 'notify-of-due-tasks' | 'send-task-digests' | 'purge-deleted-tasks') =>
  orderSchedule(portal.services)[job].run()
const goTo = (at: number) => portal.clock.advance(at - portal.clock.now().getTime())
/** The user after a new sign-in, which the advanced clock requires. */
const signInAgain = async (owner: TestUser) => ({ ...owner, ...(await signInWithPassword(portal, owner.email)) })

test('a lead shows its tasks in all orders that delivered it, and its card the one that is due first', async () => {
  const { owner, first, leads } = await withLeads()
  const later = await withLeads({ owner, orderName: 'Again', quantity: 50 })
  await addOne(owner, [first], { title: 'Visit', due: due(9) })
  const call = await addOne(owner, [first], { title: 'Call', note: 'Asks for a written offer', due: due(2, '14:30') })
  const [card] = (await fetchBoard(owner, { orderId: first.orderId, search: leads[0]?.address ?? '' })).items
  expect(card?.nextTask).toMatchObject({
    id: call,
    title: 'Call',
    due: { day: dayFromNow(2), time: '14:30', timeZone },
  })
  const { tasks } = await fetchLead(owner, first)
  expect(tasks.map(({ title, note }) => [title, note])).toEqual([
    ['Call', 'Asks for a written offer'],
    ['Visit', undefined],
  ])
  expect(tasks[0]?.by).toMatch(/\w+ \w+/)
  await change(owner, [call], { isDone: true })
  expect((await fetchLead(owner, first)).tasks.map(({ doneAt }) => doneAt !== undefined)).toEqual([false, true])
  expect((await fetchBoard(owner, { search: leads[0]?.address ?? '' })).items[0]?.nextTask?.title).toBe('Visit')
  const [header, ...lines] = String((await owner.as.call(boardExport.get)).body)
    .trim()
    .split('\r\n')
  expect(header).toContain('Next Task,Next Task Due')
  expect(lines.filter((line) => line.includes(`Visit,${dayFromNow(9)}`))).toHaveLength(1)
  // The same lead named by two orders gets one task.
  const [other] = later.places
  await portal.pool.query(
    `update pipeline_leads again set property_id = lead.property_id, owner_key = lead.owner_key, is_card = false
     from pipeline_leads lead where again.order_id = $1 and again.property_id = $2
       and lead.order_id = $3 and lead.property_id = $4`,
    [other?.orderId, other?.propertyId, first.orderId, first.propertyId],
  )
  const repeated = { ...first, orderId: later.orderId }
  expect((await add(owner, [first, repeated], { title: 'Once' })).body.items).toHaveLength(1)
})

test('the board finds leads with a task due today, an overdue one, and none', async () => {
  const { owner, places } = await withLeads()
  const { day: today } = due(0)
  const created = await add(owner, places.slice(0, 3), { title: 'Call', due: { day: today, timeZone } })
  expect(created.body.items).toHaveLength(3)
  await addOne(owner, places.slice(3, 4), { title: 'Send letter', due: due(-1) })
  await addOne(owner, places.slice(4, 5), { title: 'Follow up', due: due(3) })
  const count = async (task: string) => (await fetchBoard(owner, { task })).totalCount
  expect([await count('TODAY'), await count('OVERDUE'), await count('NONE')]).toEqual([3, 1, 45])
  expect(await fetchStageCounts(owner, { task: 'OVERDUE' })).toMatchObject({ NEW: 1 })
  expect([await list(owner, 'DUE'), await list(owner, 'UPCOMING')]).toEqual([
    ['Send letter', 'Call', 'Call', 'Call'],
    ['Follow up'],
  ])
  const ids = created.body.items.map(({ id }) => id)
  await change(owner, ids, { due: due(7) })
  expect([await count('TODAY'), (await list(owner, 'UPCOMING')).length]).toEqual([0, 4])
  await change(owner, ids, { isDone: true })
  expect([await list(owner, 'DONE'), await count('NONE')]).toEqual([['Call', 'Call', 'Call'], 48])
  await change(owner, ids, { isDone: false, due: due(0) })
  expect(await count('TODAY')).toBe(3)
})

test('a deleted task can be restored for a day and is then gone', async () => {
  const { owner, first } = await withLeads()
  const [kept, gone] = [
    await addOne(owner, [first], { title: 'Kept' }),
    await addOne(owner, [first], { title: 'Gone' }),
  ]
  await change(owner, [kept, gone], { isDeleted: true })
  expect((await fetchLead(owner, first)).tasks).toEqual([])
  expect((await change(owner, [kept], { title: 'Changed' })).status).toBe(404)
  expect((await change(owner, [kept], { isDeleted: false })).status).toBe(200)
  portal.clock.advance(day + 1)
  const later = await signInAgain(owner)
  expect((await change(later, [gone], { isDeleted: false })).status).toBe(404)
  await runSchedule('purge-deleted-tasks')
  const rows = await portal.db.selectFrom('leadTasks').select('title').where('userId', '=', owner.id).execute()
  expect(rows).toEqual([{ title: 'Kept' }])
  await later.as.call(account.close, { body: { password: testPassword } })
  expect(await portal.db.selectFrom('leadTasks').select('id').where('userId', '=', owner.id).execute()).toEqual([])
})

test('tasks are their user’s alone, of valid days, added once by a double click, and limited per lead', async () => {
  const [mine, other] = [await withLeads(), await withLeads()]
  const theirs = await addOne(other.owner, [other.first], {})
  const headers = { 'idempotency-key': 'twice' }
  const [one, two] = [
    await add(mine.owner, [mine.first], {}, headers),
    await add(mine.owner, [mine.first], {}, headers),
  ]
  const id = one.body.items[0]?.id ?? ''
  expect(two.body).toEqual(one.body)
  const replies = [
    await add(mine.owner, [mine.first, other.first], {}),
    await change(mine.owner, [id, theirs], { isDone: true }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([404, 404])
  expect((await fetchLead(mine.owner, mine.first)).tasks.map(({ doneAt }) => doneAt)).toEqual([undefined])
  const refused = [
    { title: ' ' },
    { due: { day: '2026-02-30', timeZone } },
    { due: { day: '2026-02-03', timeZone: 'x' } },
  ]
  for (const task of refused) expect((await add(mine.owner, [mine.first], task)).status).toBe(400)
  expect((await change(mine.owner, [id], {})).status).toBe(400)
  const row = await portal.db.selectFrom('leadTasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await portal.db
    .insertInto('leadTasks')
    .values(Array.from({ length: maxTasksPerLead - 1 }, () => ({ ...row, id: crypto.randomUUID() })))
    .execute()
  expect(await add(mine.owner, [mine.first], {})).toMatchObject({
    status: 422,
    body: { message: 'A lead has no more than 100 tasks. Delete one first.' },
  })
  expect((await fetchLead(mine.owner, mine.first)).tasks).toHaveLength(maxTasksPerLead)
})

test('a due task notifies once, and the mail of the morning lists the tasks of the day once', async () => {
  const { owner, places } = await withLeads()
  const [first, second, third] = places as [TestLeadRef, TestLeadRef, TestLeadRef]
  await addOne(owner, [first], { title: 'Call', due: due(2, '14:30') })
  await addOne(owner, [second], { title: 'Visit', due: due(2) })
  await addOne(owner, [second], { title: 'Silent', due: due(2), reminder: 'NONE' })
  const done = await addOne(owner, [second], { title: 'Done', due: due(2) })
  await change(owner, [done], { isDone: true })
  await portal.db.updateTable('users').set({ role: 'ENTERPRISE_USER' }).where('id', '=', owner.id).execute()
  await subscribeToEvents(portal, owner.id, ['notification.created'])
  const morning = new Date(`${dayFromNow(2)}T12:59:00Z`).getTime()
  const listMails = () => portal.mails.filter(({ to, subject }) => to === owner.email && subject.includes('for today'))
  const listTitles = async () =>
    (await (await signInAgain(owner)).as.call(notifications.list)).body.items
      .filter(({ kind }) => kind === 'TASK_DUE')
      .map(({ title }) => title)
  goTo(morning - day)
  await runSchedule('notify-of-due-tasks')
  await runSchedule('send-task-digests')
  expect([await listTitles(), await claimTodaysTasks(portal.services, owner.id)]).toEqual([[], []])
  goTo(morning + 2 * hour)
  for (let run = 0; run < 2; run++) {
    await runSchedule('send-task-digests')
    await runSchedule('notify-of-due-tasks')
  }
  expect(await listTitles()).toEqual(['Task due: Visit'])
  await expect.poll(listMails).toHaveLength(1)
  const [mail] = listMails()
  expect(mail?.subject).toBe('2 tasks for today')
  expect(mail?.text).toMatch(/2:30 PM Call: .*\n/)
  expect(mail?.text).not.toMatch(/Silent|Done/)
  goTo(morning + 9 * hour)
  await Promise.all([runSchedule('notify-of-due-tasks'), runSchedule('notify-of-due-tasks')])
  expect(await listTitles()).toEqual(['Task due at 2:30 PM: Call', 'Task due: Visit'])
  const again = await signInAgain(owner)
  const many = await add(again, places.slice(0, 5), { title: 'Follow up', due: due(0, '23:30') })
  expect(many.status).toBe(201)
  goTo(morning + 17 * hour)
  await runSchedule('notify-of-due-tasks')
  expect((await listTitles())[0]).toBe('5 tasks due')
  expect(await list(await signInAgain(owner), 'DUE')).toHaveLength(8)

  const last = await signInAgain(owner)
  await addOne(last, [first], { title: 'Prepare', due: due(2, '14:30'), reminder: 'DAY_BEFORE' })
  await addOne(last, [second], { title: 'Leave', due: due(2, '15:00'), reminder: 'HOUR_BEFORE' })
  // One who asked not to be called is not to be called because of a reminder.
  await addOne(last, [third], { title: 'Call back', due: due(2, '15:00'), reminder: 'HOUR_BEFORE' })
  const result = { kind: 'CONTACT', phone: '6155550142', result: 'DO_NOT_CALL', actorId: owner.id }
  await portal.db
    .insertInto('leadActivity')
    .values({ ...third, ...result, id: crypto.randomUUID(), at: portal.clock.now() })
    .execute()
  const afternoon = new Date(`${dayFromNow(1)}T20:31:00Z`).getTime()
  for (const [at, title] of [
    [afternoon, 'Task due tomorrow at 2:30 PM: Prepare'],
    [afternoon + day, 'Task due at 3:00 PM: Leave'],
  ] as const) {
    goTo(at)
    await runSchedule('notify-of-due-tasks')
    expect((await listTitles())[0]).toBe(title)
  }
  // Webhooks, whose log administrators read, get neither titles nor addresses.
  const events = (await listWebhookEvents(portal, owner.id)).map(({ data }) => data.notification)
  expect(events.map(({ title, body }) => title + body)).toEqual([
    ...['A task is due', 'A task is due', '5 tasks due', 'A task is due tomorrow', 'A task is due'],
  ])
})

test('a mail lists the tasks of a day once, from its midnight on, also where clocks go forward that night', async () => {
  const { owner, first } = await withLeads()
  const plan = (days: number) => planTask({ due: due(days), reminder: 'NONE', isOpen: true }, portal.clock.now())
  const days = Array.from({ length: 366 }, (_, at) => at + 2).find((at) => {
    const { startsAt, dueAt } = plan(at)
    return dueAt.getTime() - startsAt.getTime() === 23 * hour
  })
  if (days === undefined) throw new Error('clocks go forward within a year')
  const midnight = plan(days).startsAt.getTime()
  const task = await addOne(owner, [first], { due: due(days) })
  const claim = async () => (await claimTodaysTasks(portal.services, owner.id)).map(({ title }) => title)
  goTo(midnight - hour / 2)
  expect(await claim()).toEqual([])
  goTo(midnight + hour / 2)
  expect(await claim()).toEqual(['Call'])
  const again = await signInAgain(owner)
  await change(again, [task], { title: 'Call again' })
  expect(await claim()).toEqual([])
  await change(again, [task], { reminder: 'DAY_BEFORE' })
  expect(await claim()).toEqual(['Call again'])
})
