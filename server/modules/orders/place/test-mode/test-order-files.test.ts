import { enterprise } from '@dooryard/contract/orders/enterprise'
import { afterAll, expect, test } from 'vitest'
import { testPortal } from '../../../../test/portal.ts'
import { getCertificateKeys, verifyCertificate } from '../../../dnc/index.ts'
import { enableCallReady } from '../../call-ready/call-orders.fixture.ts'
import { completeTestOrder, createTester, newCampaign, readFileOfLink } from './test-mode.fixture.ts'

// No worker: each test advances its orders itself.
const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
await enableCallReady(portal)

test('a test key gets fictional phones, emails at example.com and a certificate that proves nothing', async () => {
  const tester = await createTester(portal)
  const { params, detail } = await completeTestOrder(tester, newCampaign('CALL_READY'))
  expect(detail.history.map(({ to }) => to)).toContain('SCRUBBING')
  const { items } = (await tester.as.call(enterprise.leads, { params, query: { limit: 100 } })).body
  const contacts = items.flatMap((lead) => lead.contacts ?? [])
  const [phones, emails] = [
    contacts.filter(({ type }) => type === 'PHONE'),
    contacts.filter(({ type }) => type === 'EMAIL'),
  ]
  expect(phones.length).toBeGreaterThan(60)
  expect(phones.every(({ value }) => /^\d{3}55501\d{2}$/.test(value))).toBe(true)
  expect(emails.every(({ value }) => value.endsWith('@example.com'))).toBe(true)
  expect(detail.files).toMatchObject([{ version: 1, leads: 60, callableLeads: 60, hasCertificate: true }])
  const { url } = (await tester.as.call(enterprise.certificate, { params })).body
  const keys = await getCertificateKeys(portal.services.secrets)
  expect(await verifyCertificate(await readFileOfLink(portal, url), { keys })).toEqual({
    isProven: false,
    reason: expect.stringContaining('certificate of a test order'),
  })
  const layout = { preset: 'DIALER' as const, format: 'CSV' as const, split: 'STATE' as const }
  const preview = await tester.as.call(enterprise.previewExport, { params, body: layout })
  expect(preview).toMatchObject({
    status: 200,
    body: { leads: 60, fileName: expect.stringMatching(/^test-order-.*zip$/) },
  })
  const exported = await tester.as.call(enterprise.export, { params, body: layout })
  expect((await readFileOfLink(portal, exported.body.url)).startsWith('PK')).toBe(true)
})
