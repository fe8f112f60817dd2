import { expect, test } from 'vitest'
import { endpoint, pathOf } from './endpoint.ts'
import { orders } from './orders.ts'
import { properties } from './properties.ts'

test('a path has its parameters filled in, whatever they hold', () => {
  const params = { campaignId: 'c', orderId: 'o' }
  expect(pathOf(orders.get, { params })).toBe('/v1/enterprise-private/campaigns/c/orders/o')
  expect(pathOf(properties.get, { params: { id: '../a b?c#d' } })).toBe('/v1/properties/..%2Fa%20b%3Fc%23d')
})

test('a query leaves out what is empty, repeats lists and encodes the rest', () => {
  const query = { page: 2, search: '', status: undefined, sort: null, zips: ['1', '2'], flag: false, name: 'a&b=c ü' }
  expect(pathOf(orders.listAll, { query })).toBe(
    '/v1/enterprise-private/campaigns/orders?page=2&zips=1&zips=2&flag=false&name=a%26b%3Dc+%C3%BC',
  )
  expect(pathOf(orders.listAll, { query: { search: '' } })).toBe('/v1/enterprise-private/campaigns/orders')
})

test('a call that does not say who may make it is no endpoint', () => {
  const everything = { method: 'GET', path: '/v1/about', summary: 'About', tag: 'Portal' } as const
  // @ts-expect-error the type check of the gate fails should this ever be taken
  expect(endpoint(everything).access).toBeUndefined()
})
