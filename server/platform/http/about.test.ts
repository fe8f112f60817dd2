import { about } from '@dooryard/contract/about'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nobody } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { newId } from '../ids.ts'
import { outboxDelivery } from '../mail/outbox.ts'
import { aboutRoutes } from './about.routes.ts'

const portal = await testPortal()
afterAll(portal.close)
const { services } = portal
const deliver = outboxDelivery(services)
const outbox = async (to?: string) => (await nobody(portal).call(about.outbox, { query: to ? { to } : {} })).body.items

beforeAll(async () => {
  for (let n = 1; n <= 60; n++) {
    portal.clock.advance(1000)
    const to = n % 2 ? 'Casey@Example.com' : 'erin@example.com'
    await deliver({ id: newId(), to, subject: `Mail ${n}`, html: `<p>${n}</p>`, text: `${n}` })
  }
})

const closed = { isDemo: false, hasOutbox: false, isExposed: true, hasDemoAuthority: async () => false }

test('anybody is told that this is a demo with an outbox', async () => {
  expect((await nobody(portal).call(about.get)).body).toEqual({
    isDemo: true,
    hasOutbox: true,
    isExposed: false,
    mapStyleUrl: null,
  })
})

test('anybody is told on which style maps are drawn', () => {
  const mapStyleUrl = 'https://maps.example.com/streets.json'
  const [route] = aboutRoutes({ ...closed, mapStyleUrl })
  const reply = route?.handle({ ...services } as never, { params: {}, query: {}, body: undefined })
  expect(reply).toEqual({ isDemo: false, hasOutbox: false, isExposed: true, mapStyleUrl })
})

describe('the outbox', () => {
  test('shows the last 50 mails, newest first', async () => {
    const mails = await outbox()
    expect(mails.map(({ subject }) => subject)).toEqual(Array.from({ length: 50 }, (_, n) => `Mail ${60 - n}`))
    expect(mails[0]).toMatchObject({ to: 'erin@example.com', html: '<p>60</p>', text: '60' })
  })

  test('shows those to one address, in whatever case', async () => {
    const mails = await outbox(' CASEY@example.COM ')
    expect(mails).toHaveLength(30)
    expect(new Set(mails.map(({ to }) => to))).toEqual(new Set(['Casey@Example.com']))
    expect(await outbox('nobody@example.com')).toEqual([])
    expect(await outbox('%')).toEqual([])
  })

  test('keeps a mail once that is delivered twice', async () => {
    const mail = { id: newId(), to: 'twice@example.com', subject: 'Once', html: '', text: '' }
    // Older than all the others, which are shown first.
    const deliverBefore = outboxDelivery({ ...services, clock: { now: () => new Date(0) } })
    await deliverBefore(mail)
    await deliverBefore(mail)
    expect(await outbox('twice@example.com')).toHaveLength(1)
  })

  test('is not there in a portal that sends its mails', async () => {
    const [, route] = aboutRoutes(closed)
    const ask = async () => route?.handle({ ...services } as never, { params: {}, query: {}, body: undefined })
    await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
