import { buffer } from 'node:stream/consumers'
import { files } from '@dooryard/contract/data/files'
import { propertyLists } from '@dooryard/contract/data/property-lists'
import { suppressionLists } from '@dooryard/contract/data/suppression-lists'
import { account } from '@dooryard/contract/identity/account'
import { letterTemplates, type NewLetterTemplate } from '@dooryard/contract/leads/letter-templates'
import { type MailingFormat, mailings, type NewMailing } from '@dooryard/contract/leads/letters'
import { starterTemplates } from '@dooryard/contract/leads/starter-templates'
import { afterAll, expect, test } from 'vitest'
import { extractTexts } from '../../../../platform/files/pdf/pdf-text.fixture.ts'
import { actAsUser, anonymousCaller, type TestUser, testPassword, user } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'
import { createLeadBoardApi } from '../lead-board.fixture.ts'
import { runMakeMailingFile } from './mailings/make-file.ts'
import { sampleSender } from './templates/samples.ts'

const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
const { withLeads, fetchLead } = createLeadBoardApi(portal)

const letter: NewLetterTemplate = {
  ...{ name: 'First letter', kind: 'LETTER', backText: '' },
  text: '{{owner.greeting}},\n\nWould you sell {{property.street}}?\n\n{{sender.name}}\n\n{{date}}',
}

async function withTemplate(quantity = 40) {
  const found = await withLeads({ quantity })
  await found.owner.as.call(letterTemplates.saveSender, { body: sampleSender })
  const { body: template } = await found.owner.as.call(letterTemplates.create, { body: letter })
  return { ...found, template }
}

const create = ({ as }: TestUser, body: Omit<NewMailing, 'name'> | object) =>
  as.call(mailings.create, { body: { name: 'Autumn', ...body } as never })
const count = async ({ as }: TestUser, body: object) => (await as.call(mailings.preview, { body: body as never })).body

/** The bytes of a file, whose job runs here. */
async function makeFile({ as, id: userId }: TestUser, mailingId: string, format: MailingFormat): Promise<Buffer> {
  const params = { id: mailingId, format }
  expect((await as.call(mailings.makeFile, { params })).body).toMatchObject({ status: 'MAKING', done: 0 })
  const run = { attempt: 1, maxAttempts: 3, signal: new AbortController().signal }
  await runMakeMailingFile(portal.services)({ userId, mailingId, format }, run)
  const { body } = await as.call(mailings.makeFile, { params })
  expect(body.status).toBe('READY')
  const ticket = String(body.url).split('/').at(-1) ?? ''
  expect((await anonymousCaller(portal).call(files.get, { params: { ticket } })).status).toBe(200)
  const { fileKey } = await portal.db
    .selectFrom('mailingFiles')
    .select('fileKey')
    .where('mailingId', '=', mailingId)
    .where('format', '=', format)
    .executeTakeFirstOrThrow()
  return buffer(portal.services.files.read(fileKey))
}

/** A file whose job fails for good is told once, so that the next call makes it again. */
async function makeFailingFile({ as, id: userId }: TestUser, mailingId: string, format: MailingFormat) {
  const params = { id: mailingId, format }
  await as.call(mailings.makeFile, { params })
  const aborted = { attempt: 3, maxAttempts: 3, signal: AbortSignal.abort() }
  await expect(runMakeMailingFile(portal.services)({ userId, mailingId, format }, aborted)).rejects.toThrow()
  expect((await as.call(mailings.makeFile, { params })).body.status).toBe('FAILED')
}

test('a template with an unknown field, a character that fonts lack or too much text is refused with the place', async () => {
  const { as } = await user(portal, { role: 'CONSUMER_USER' })
  const refuse = async (change: object) => {
    const { status, body } = await as.call(letterTemplates.create, { body: { ...letter, ...change } as never })
    return [status, JSON.stringify(body)]
  }
  expect(await refuse({ text: 'Dear owner,\nyour {{property.color}} house' })).toEqual([
    400,
    expect.stringContaining('Line 2, character 6: there is no field “property.color”'),
  ])
  expect(await refuse({ text: 'Dear {{owner.firstName' })).toEqual([400, expect.stringContaining('has no partner')])
  expect(await refuse({ text: 'Dear 山田 😀' })).toEqual([
    422,
    expect.stringContaining('cannot print “山”, “田”, “😀”'),
  ])
  const long = Array.from({ length: 190 }, () => 'A line of this letter').join('\n')
  expect(await refuse({ text: long })).toEqual([422, expect.stringContaining('needs 5 sheets, and 4 is the most')])
  const card = { kind: 'POSTCARD', text: Array.from({ length: 60 }, () => 'Would you sell your house?').join(' ') }
  expect(await refuse(card)).toEqual([422, expect.stringContaining('does not fit on a postcard')])
  for (const { about: _, ...starter } of starterTemplates)
    expect((await as.call(letterTemplates.create, { body: starter })).status).toBe(201)
})

test('a preview shows the letter of a lead of the user, and of nobody else', async () => {
  const [mine, other] = [await withTemplate(), await withLeads({ quantity: 25 })]
  const { name: _, ...content } = letter
  const preview = (lead?: object) =>
    mine.owner.as.call(letterTemplates.preview, { body: { ...content, ...(lead && { lead }) } as never })
  const { body } = await preview(mine.first)
  const texts = body.pages[0]?.texts.map(({ text }) => text).join('\n') ?? ''
  expect([body.pages.length, body.hasSender]).toEqual([1, true])
  expect(texts.toUpperCase()).toContain(mine.leads[0]?.address?.toUpperCase())
  expect(texts.toUpperCase()).toContain(mine.leads[0]?.mailingCity)
  expect(JSON.stringify((await preview()).body)).toContain('1208 Example Orchard Ln')
  expect((await preview(other.first)).status).toBe(404)
})

test('a mailing goes to each owner and address once, with the reasons of all others, and not twice in its period', async () => {
  const { owner, orderId, places, leads, template } = await withTemplate(50)
  const choice = { templateId: template.id, audience: { orderId } }
  const setLead = (at: number, change: object) =>
    portal.db
      .updateTable('orderLeads')
      .set({ lead: JSON.stringify({ ...leads[at], ownerNames: [leads[at]?.ownerName], ...change }) })
      .where('orderId', '=', orderId)
      .where('propertyId', '=', places[at]?.propertyId ?? '')
      .execute()
  const ada = {
    mailingAddress: '12 SAMPLE ST APT 4',
    mailingCity: 'KNOXVILLE',
    mailingState: 'TN',
    mailingZip: '37902',
  }
  await portal.db
    .updateTable('pipelineLeads')
    .set({ ownerKey: 'ada' })
    .where('orderId', '=', orderId)
    .where('propertyId', 'in', [places[0]?.propertyId ?? '', places[1]?.propertyId ?? ''])
    .execute()
  await setLead(0, ada)
  await setLead(1, { ...ada, mailingAddress: '12 Sample Street #4' })
  await setLead(2, { ...ada, mailingZip: null })
  await setLead(3, { ...ada, mailingState: 'ON', mailingZip: 'M5V 2T6' })
  await setLead(4, { ...ada, mailingAddress: '77 QUIET LN' })
  const list = new Blob(['Address,ZIP\n"77 Quiet Lane",37902'])
  const { body: quiet } = await owner.as.call(suppressionLists.create, {
    query: { name: 'Quiet', fileName: 'quiet.csv' },
    body: list as never,
  })
  const before = await count(owner, { ...choice, suppressionListIds: [quiet.id] })
  const getExcluded = ({ excluded }: typeof before) =>
    Object.fromEntries(excluded.map(({ reason, leads: left }) => [reason, left]))
  expect(getExcluded(before)).toMatchObject({ NO_ADDRESS: 2, SUPPRESSED: 1 })
  expect(before.recipients + before.excluded.reduce((sum, one) => sum + one.leads, 0)).toBe(50)
  expect(getExcluded(before)['DUPLICATE']).toBeGreaterThanOrEqual(1)

  const { body: mailing, status } = await create(owner, { ...choice, suppressionListIds: [quiet.id] })
  expect([status, mailing]).toMatchObject([201, { recipients: before.recipients, sentOn: null, kind: 'LETTER' }])
  expect((await count(owner, { ...choice })).unsent).toBe(before.recipients)
  const { items } = (await owner.as.call(mailings.recipients, { params: { id: mailing.id }, query: { limit: 100 } }))
    .body
  expect(items.map(({ zip }) => zip)).toEqual(items.map(({ zip }) => zip).toSorted())
  expect(items.filter(({ street }) => street.startsWith('12 Sample St'))).toHaveLength(1)

  const params = { id: mailing.id }
  const today = portal.clock.now().toISOString().slice(0, 10)
  const future = await owner.as.call(mailings.change, { params, body: { sentOn: '2999-01-01' } })
  expect(future.status).toBe(422)
  expect((await owner.as.call(mailings.change, { params, body: { sentOn: today } })).body.sentOn).toBe(today)
  expect((await owner.as.call(mailings.remove, { params })).status).toBe(409)
  const ref = { orderId, propertyId: items[0]?.propertyId ?? '' }
  expect((await fetchLead(owner, ref)).activity).toMatchObject([
    { kind: 'LETTER', text: 'First letter', mailing: { id: mailing.id, name: 'Autumn' }, at: `${today}T12:00:00.000Z` },
  ])
  const again = await count(owner, { ...choice })
  // Anyone who shares the letter's owner and address is left out for it as well.
  expect(again.recipients).toBeLessThanOrEqual(1)
  expect(getExcluded(again)['SENT_RECENTLY']).toBeGreaterThanOrEqual(before.recipients)
  expect((await count(owner, { ...choice, periodDays: 0, suppressionListIds: [quiet.id] })).recipients).toBe(
    before.recipients,
  )
  const { body: second } = await owner.as.call(letterTemplates.create, { body: { ...letter, name: 'Follow-up' } })
  const followUp = { ...choice, templateId: second.id, repeatScope: 'TEMPLATE', suppressionListIds: [quiet.id] }
  expect((await count(owner, followUp)).recipients).toBe(before.recipients)

  await owner.as.call(mailings.change, { params, body: { sentOn: null } })
  expect((await fetchLead(owner, ref)).activity).toEqual([])
  expect((await count(owner, { ...choice, suppressionListIds: [quiet.id] })).recipients).toBe(before.recipients)
  expect((await owner.as.call(mailings.remove, { params })).status).toBe(204)
})

test('the files have the same recipients, and a template that is edited afterwards changes none of them', async () => {
  const { owner, orderId, template } = await withTemplate()
  const { body: mailing } = await create(owner, { templateId: template.id, audience: { orderId, stages: ['NEW'] } })
  await owner.as.call(letterTemplates.change, {
    params: { id: template.id },
    body: { ...letter, text: 'Something else' },
  })
  const { items } = (await owner.as.call(mailings.recipients, { params: { id: mailing.id }, query: { limit: 100 } }))
    .body
  const createdAt = new Date('2026-01-05T12:00:00Z')
  await portal.db.updateTable('mailings').set({ createdAt }).where('id', '=', mailing.id).execute()
  const sheets = extractTexts(await makeFile(owner, mailing.id, 'SHEETS'))
  expect(sheets.pages).toBe(items.length)
  const printed = sheets.texts.map(({ text }) => text)
  expect(printed.filter((text) => text.startsWith('Would you sell '))).toHaveLength(items.length)
  // Made another day, and dated as it was.
  expect(printed.filter((text) => text === 'January 5, 2026')).toHaveLength(items.length)
  const labels = extractTexts(await makeFile(owner, mailing.id, 'LABELS'))
  expect(labels.pages).toBe(Math.ceil(items.length / 30))
  await makeFailingFile(owner, mailing.id, 'CSV')
  const csv = String(await makeFile(owner, mailing.id, 'CSV'))
    .trim()
    .split('\r\n')
  expect(csv).toHaveLength(items.length + 1)
  for (const { zip, city, state } of items) {
    const line = `${city}, ${state} ${zip}`
    expect([printed, labels.texts.map(({ text }) => text)]).toEqual([
      expect.arrayContaining([line]),
      expect.arrayContaining([line]),
    ])
    expect(csv.join('\n')).toContain(`${city},${state},${zip}`)
  }
})

test('another user sees none of a mailing and cannot write to its leads, and a closed account leaves nothing', async () => {
  const [mine, thief] = [await withTemplate(), await withTemplate(25)]
  const { body: mailing } = await create(mine.owner, {
    templateId: mine.template.id,
    audience: { leads: mine.places.slice(0, 3) },
  })
  expect(mailing.recipients).toBeLessThanOrEqual(3)
  // Two tabs that both say it is sent today do not both write to the same people.
  const sent = { templateId: mine.template.id, audience: {}, sentOn: portal.clock.now().toISOString().slice(0, 10) }
  const replies = await Promise.all([create(mine.owner, sent), create(mine.owner, sent)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422])
  const params = { id: mailing.id }
  const [recipient] = (await mine.owner.as.call(mailings.recipients, { params })).body.items
  const acting = await actAsUser(portal, await user(portal, { role: 'SUPER_ADMIN' }), mine.owner.id)
  expect((await acting.as.call(mailings.change, { params, body: { sentOn: sent.sentOn } })).status).toBe(200)
  const { orderId, propertyId = '' } = recipient ?? {}
  const { activity } = await fetchLead(mine.owner, { orderId: orderId ?? '', propertyId })
  expect(activity.find((one) => one.mailing?.id === mailing.id)?.by).toBe('Support')
  const templateId = thief.template.id
  const { body: list } = await mine.owner.as.call(propertyLists.create, { body: { name: 'By hand' } })
  const propertyIds = [...mine.places.slice(0, 2).map(({ propertyId }) => propertyId), '7']
  await mine.owner.as.call(propertyLists.change, { params: { id: list.id }, body: { action: 'ADD', propertyIds } })
  const listed = { audience: { listId: list.id } }
  expect((await count(mine.owner, { templateId: mine.template.id, ...listed })).leads).toBe(2)
  expect((await count(thief.owner, { templateId, ...listed })).leads).toBe(0)
  expect((await create(thief.owner, { templateId, audience: { leads: [mine.first] } })).status).toBe(404)
  expect((await create(thief.owner, { templateId: mine.template.id, audience: {} })).status).toBe(404)
  expect((await create(thief.owner, { templateId, audience: { orderId: mine.orderId } })).status).toBe(422)
  const { as } = mine.owner
  expect((await as.call(account.close, { body: { password: testPassword } })).status).toBeLessThan(300)
  for (const table of ['mailings', 'mailingRecipients', 'letterTemplates', 'letterSenders'] as const)
    expect(await portal.db.selectFrom(table).select('userId').where('userId', '=', mine.owner.id).execute()).toEqual([])
})
