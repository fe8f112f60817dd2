import { about } from '@dooryard/contract/about'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymousCaller } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { createOutboxTransport } from '../mail/outbox.ts'
import { newId } from '../util/ids.ts'
import { aboutRoutes } from './about.routes.ts'

const portal = await testPortal()
afterAll(portal.close)
const { services } = portal
const deliver = createOutboxTransport(services)
const listOutbox = async (to?: string) =>
  (await anonymousCaller(portal).call(about.outbox, { query: to ? { to } : {} })).body.items

beforeAll(async () => {
  for (let n = 1; n <= 60; n++) {
    portal.clock.advance(1000)
    const to = n % 2 ? 'Casey@Example.com' : 'erin@example.com'
    await deliver({ id: newId(), to, subject: `Mail ${n}`, html: `<p>${n}</p>`, text: `${n}` })
  }
})

const publicUrl = 'https://portal.example.com'
const closedPortal = {
  isDemo: false,
  hasOutbox: false,
  isExposed: true,
  signInProviders: [],
  publicUrl,
  hasDemoAuthority: async () => false,
}

test('anyone can see that this is a demo with an outbox', async () => {
  expect((await anonymousCaller(portal).call(about.get)).body).toEqual({
    isDemo: true,
    demoHistory: null,
    hasOutbox: true,
    isExposed: false,
    publicUrl: services.publicUrl,
    baseMap: null,
    imagery: null,
    mapStyleUrl: null,
    signInProviders: [],
    sentryDsn: null,
  })
})

test('anyone can see the maps, and where errors are reported', async () => {
  const mapStyleUrl = 'https://maps.example.com/streets.json'
  const sentryDsn = 'https://public@sentry.example.com/1'
  const imagery = { url: 'https://pictures.example.com/{z}/{x}/{y}.jpg', attribution: '© Example Air', maxZoom: 17 }
  const baseMap = { url: '/map/base.pmtiles?v=1', version: '1', attribution: null }
  const describeBaseMap = async () => baseMap
  const [route] = aboutRoutes({ ...closedPortal, describeBaseMap, imagery, mapStyleUrl, sentryDsn })
  const reply = await route?.handle({ ...services } as never, { params: {}, query: {}, body: undefined })
  const portal = {
    isDemo: false,
    demoHistory: null,
    hasOutbox: false,
    isExposed: true,
    publicUrl,
    baseMap,
    mapStyleUrl,
    signInProviders: [],
  }
  expect(reply).toEqual({ ...portal, imagery, sentryDsn })
})

describe('the outbox', () => {
  test('shows the last 50 mails, newest first', async () => {
    const mails = await listOutbox()
    expect(mails.map(({ subject }) => subject)).toEqual(Array.from({ length: 50 }, (_, n) => `Mail ${60 - n}`))
    expect(mails[0]).toMatchObject({ to: 'erin@example.com', html: '<p>60</p>', text: '60' })
  })

  test('filters by recipient, ignoring case', async () => {
    const mails = await listOutbox(' CASEY@example.COM ')
    expect(mails).toHaveLength(30)
    expect(new Set(mails.map(({ to }) => to))).toEqual(new Set(['Casey@Example.com']))
    expect(await listOutbox('nobody@example.com')).toEqual([])
    expect(await listOutbox('%')).toEqual([])
  })

  test('keeps one copy of a mail that is delivered twice', async () => {
    const mail = { id: newId(), to: 'twice@example.com', subject: 'Once', html: '', text: '' }
    // Older than all others, which are listed first.
    const deliverBefore = createOutboxTransport({ ...services, clock: { now: () => new Date(0) } })
    await deliverBefore(mail)
    await deliverBefore(mail)
    expect(await listOutbox('twice@example.com')).toHaveLength(1)
  })

  test('does not exist in a portal that sends its mails', async () => {
    const [, route] = aboutRoutes(closedPortal)
    const ask = async () => route?.handle({ ...services } as never, { params: {}, query: {}, body: undefined })
    await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
