import { z } from 'zod'
import { adminEndpoint, endpointFactory } from '../api/endpoint.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { Owner, userIdsFilter } from '../identity/owner.ts'
import { ListedOrder } from '../orders/order.ts'
import { FileLink } from '../orders/order-endpoints.ts'

/** A larger test order delivers these and says so: every lead is generated when it is read. */
export const maxTestOrderLeads = 1_000

const testOrderEndpoint = endpointFactory({ tag: 'Orders', access: ['ENTERPRISE_USER'] })

/** Orders of test keys, which no other list of orders contains. */
export const testOrders = {
  list: testOrderEndpoint(
    'GET /v1/test-orders',
    'List the orders placed with test keys in the last 30 days, newest first',
    { query: PageQuery, response: pageSchema(ListedOrder), data: ['money'] },
  ),
  download: testOrderEndpoint(
    'GET /v1/test-orders/{id}/download',
    'Get a link to the CSV of a completed test order, valid for five minutes',
    {
      params: z.object({ id: z.uuid('There is no such order') }),
      response: FileLink,
      data: ['secret'],
      errors: ['CONFLICT'],
    },
  ),
}

const AdminTestOrder = ListedOrder.extend({ user: Owner }).meta({ id: 'AdminTestOrder' })
export type AdminTestOrder = z.infer<typeof AdminTestOrder>

export const adminTestOrders = {
  list: adminEndpoint(
    'GET /v1/admin/test-orders',
    "List all users' orders placed with test keys in the last 30 days, newest first",
    {
      query: PageQuery.extend({ userId: userIdsFilter }),
      response: pageSchema(AdminTestOrder),
      data: ['personal', 'money'],
    },
  ),
}
