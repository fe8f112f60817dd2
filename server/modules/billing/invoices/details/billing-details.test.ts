import { billing } from '@dooryard/contract/billing/billing'
import type { BillingDetails } from '@dooryard/contract/billing/billing-details'
import { account } from '@dooryard/contract/identity/account'
import { afterAll, expect, test } from 'vitest'
import { extractTexts } from '../../../../platform/files/pdf/pdf-text.fixture.ts'
import { testPassword, user } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'
import { getBillingServices } from '../../auto-top-up/auto-top-up.fixture.ts'
import { buy, getInfo, smallPack } from '../../checkout/purchases.fixture.ts'
import { sendBillingDetails } from './billing-details.ts'

const portal = await testPortal()
afterAll(portal.close)

const details = {
  name: 'Sampleton Roofing LLC',
  street: '12 Oak Lane',
  aptSuite: 'Suite 4',
  city: 'Franklin',
  state: 'TN',
  postalCode: '37064',
  country: 'US',
  taxIdType: 'US_EIN',
  taxId: '12-3456789',
} as const satisfies BillingDetails

test('invoices show the saved details from then on, and those issued before stay as they are', async () => {
  const buyer = await user(portal)
  const readInvoice = async (transactionId: string) => {
    const url = `${portal.url}/v1/billing/transaction-history/${transactionId}/invoice`
    const response = await fetch(url, { headers: { authorization: `Bearer ${buyer.as.token}` } })
    return extractTexts(Buffer.from(await response.arrayBuffer())).texts.map(({ text }) => text.trim())
  }
  const { transactionId: first = '' } = await buy(portal, buyer, { packId: smallPack })
  expect(await buyer.as.call(billing.saveDetails, { body: details })).toMatchObject({
    status: 200,
    body: { ...details, taxId: '123456789' },
  })
  const { transactionId: second = '' } = await buy(portal, buyer, { credits: 200 })
  const { taxId: _, taxIdType: __, aptSuite: ___, ...rest } = details
  await buyer.as.call(billing.saveDetails, { body: { ...rest, name: 'Sampleton Holding', country: 'DE', state: '' } })
  const [before, after] = [await readInvoice(first), await readInvoice(second)]
  expect(before.join('\n')).not.toContain('Oak Lane')
  expect(after).toEqual(
    expect.arrayContaining([
      'Sampleton Roofing LLC',
      '12 Oak Lane, Suite 4',
      'Franklin, TN 37064',
      'United States',
      'EIN 12-3456789',
    ]),
  )
  expect((await getInfo(buyer)).billingDetails).toEqual({
    ...rest,
    name: 'Sampleton Holding',
    country: 'DE',
    state: undefined,
  })
})

test('the payment provider gets the details', async () => {
  const buyer = await user(portal)
  await buyer.as.call(billing.saveDetails, { body: details })
  await buy(portal, buyer, { packId: smallPack })
  await sendBillingDetails(getBillingServices(portal), buyer.id)
  const customers = await portal.db.selectFrom('sandboxObjects').select('body').where('kind', '=', 'CUSTOMER').execute()
  expect(customers.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ userId: buyer.id, details: { ...details, taxId: '123456789' } }),
  )
})

const getProviderCustomer = async (userId: string) => {
  await sendBillingDetails(getBillingServices(portal), userId)
  const customers = await portal.db.selectFrom('sandboxObjects').select('body').where('kind', '=', 'CUSTOMER').execute()
  return customers.map(({ body }) => body as Record<string, unknown>).find((body) => body['userId'] === userId)
}

test('deleted details leave the payment provider too, and a closed account leaves no name there', async () => {
  const buyer = await user(portal)
  await buyer.as.call(billing.saveDetails, { body: details })
  await buy(portal, buyer, { packId: smallPack })
  expect(await getProviderCustomer(buyer.id)).toMatchObject({ name: details.name })
  expect(await buyer.as.call(billing.deleteDetails)).toMatchObject({ status: 204 })
  expect((await getInfo(buyer)).billingDetails).toBeUndefined()
  const cleared = await getProviderCustomer(buyer.id)
  expect(cleared).toMatchObject({ email: buyer.email })
  expect(cleared).not.toHaveProperty('details')
  expect(cleared?.['name']).not.toBe(details.name)
  await buyer.as.call(billing.saveDetails, { body: details })
  await getProviderCustomer(buyer.id)
  expect((await buyer.as.call(account.close, { body: { password: testPassword } })).status).toBe(204)
  const closed = await getProviderCustomer(buyer.id)
  expect(closed).toMatchObject({ name: '', email: '' })
  expect(closed).not.toHaveProperty('details')
})

test.each([
  ['RO', '18'],
  ['RO', '1234567890'],
  ['IE', '1234567FA'],
  ['NL', '123456789B01'],
  ['ES', 'B12345678'],
  ['FR', 'AB123456789'],
  ['AT', 'U12345678'],
])('the VAT number %s%s is valid', async (country, rest) => {
  const buyer = await user(portal)
  const body = { ...details, taxIdType: 'EU_VAT', taxId: `${country}${rest}` } as const
  expect((await buyer.as.call(billing.saveDetails, { body })).status).toBe(200)
})

test.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ country: 'XX' }, 'country', 'Choose a country'],
  [{ state: '' }, 'state', 'State is required'],
  [{ postalCode: '370' }, 'postalCode', 'Enter a ZIP code like 37064'],
  [{ taxId: '12-34' }, 'taxId', 'Enter a number like 12-3456789'],
  [{ taxIdType: undefined }, 'taxIdType', 'Choose the type of your tax ID'],
  [{ taxIdType: 'EU_VAT', taxId: 'XX123456789' }, 'taxId', 'Enter a number like DE123456789'],
  [{ taxIdType: 'EU_VAT', taxId: 'DE12345678' }, 'taxId', 'Enter a number like DE123456789'],
])('%j is refused: %s', async (change, path, message) => {
  const buyer = await user(portal)
  const reply = await buyer.as.call(billing.saveDetails, { body: { ...details, ...change } as BillingDetails })
  expect(reply).toMatchObject({ status: 400, body: { issues: [{ path, message }] } })
  expect((await getInfo(buyer)).billingDetails).toBeUndefined()
})
