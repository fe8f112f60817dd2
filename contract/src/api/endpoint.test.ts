import { expect, test } from 'vitest'
import { orders } from '../orders/orders.ts'
import { properties } from '../properties/properties.ts'
import { buildPath, endpoint } from './endpoint.ts'

test('path parameters are filled in and encoded', () => {
  const params = { campaignId: 'c', orderId: 'o' }
  expect(buildPath(orders.get, { params })).toBe('/v1/enterprise-private/campaigns/c/orders/o')
  expect(buildPath(properties.get, { params: { id: '../a b?c#d' } })).toBe('/v1/properties/..%2Fa%20b%3Fc%23d')
})

test('a query omits empty values, repeats lists and encodes the rest', () => {
  const query = { page: 2, search: '', status: undefined, sort: null, zips: ['1', '2'], flag: false, name: 'a&b=c ü' }
  expect(buildPath(orders.listAll, { query })).toBe(
    '/v1/enterprise-private/campaigns/orders?page=2&zips=1&zips=2&flag=false&name=a%26b%3Dc+%C3%BC',
  )
  expect(buildPath(orders.listAll, { query: { search: '' } })).toBe('/v1/enterprise-private/campaigns/orders')
})

test('an endpoint without access does not compile', () => {
  const everything = { method: 'GET', path: '/v1/about', summary: 'About', tag: 'Portal' } as const
  // @ts-expect-error the type check of the gate fails should this ever be taken
  expect(endpoint(everything).access).toBeUndefined()
})
