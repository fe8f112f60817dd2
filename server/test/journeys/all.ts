import { allEndpoints } from '@dooryard/contract/all'
import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import type { Portal } from '../portal.ts'
import { accountJourney, administratorJourney, passwordlessJourney } from './account.ts'
import {
  adminListsJourney,
  keyAdministrationJourney,
  operationsJourney,
  orderAdministrationJourney,
  userAdministrationJourney,
  webhookAdministrationJourney,
} from './administration.ts'
import { countySetupJourney } from './county-setup.ts'
import { dncJourney, finderJourney, importJourney } from './data.ts'
import { datasetJourney } from './datasets.ts'
import { keyJourney, webhookJourney } from './keys.ts'
import { buyerJourney, priceJourney, sellerJourney } from './money.ts'
import { campaignJourney, consumerJourney } from './orders.ts'
import { passkeyJourney } from './passkeys.ts'
import { refusedCalls, wrongCalls } from './refusals.ts'
import { secondFactorJourney } from './second-factor.ts'
import { sourceJourney } from './sources.ts'

/**
 * `portal` is reached through the checking proxy, `direct` is the same portal without it, and `hook` is the address
 * that webhooks go to.
 */
export type JourneyContext = { portal: Portal; direct: Portal; hook: string }

/** Journeys that make every call and get every kind of refusal, in the order in which they run. */
export const journeys: [what: string, journey: (way: JourneyContext) => Promise<void>][] = [
  ['a user registers, signs in and leaves', ({ direct, portal }) => accountJourney(direct, portal)],
  ['a user signs in with a passkey', ({ portal }) => passkeyJourney(portal)],
  ['a user sets up a second factor, and loses it', ({ portal }) => secondFactorJourney(portal)],
  ['a user signs in without a password', ({ direct, portal }) => passwordlessJourney(direct, portal)],
  ['an administrator looks around', ({ portal }) => administratorJourney(portal)],
  ["an administrator goes through all users' campaigns and orders", ({ portal }) => adminListsJourney(portal)],
  ['a user subscribes, changes, pays and is refunded', ({ portal }) => buyerJourney(portal)],
  ['an administrator sells', ({ portal }) => sellerJourney(portal)],
  ['an enterprise user orders and works on the leads', ({ portal, hook }) => campaignJourney(portal, hook)],
  ['a consumer orders', ({ portal }) => consumerJourney(portal)],
  ['a user searches', ({ portal }) => finderJourney(portal)],
  ['numbers not to be called are kept', ({ portal }) => dncJourney(portal)],
  ['rolls and contacts are imported', ({ portal }) => importJourney(portal)],
  ['a county dataset is kept fresh', ({ portal }) => datasetJourney(portal)],
  ['a source is saved and exported', ({ portal }) => sourceJourney(portal)],
  ['a county is added', ({ portal }) => countySetupJourney(portal)],
  ['the price of a lead is changed', ({ portal }) => priceJourney(portal)],
  ['a program orders with a key', ({ portal }) => keyJourney(portal)],
  ['a user is notified by webhook', ({ portal, hook }) => webhookJourney(portal, hook)],
  ['an administrator manages webhooks', ({ portal, hook }) => webhookAdministrationJourney(portal, hook)],
  ['an administrator ends orders and places them again', ({ portal }) => orderAdministrationJourney(portal)],
  ['an administrator revokes a key, and looks at how payments do', ({ portal }) => keyAdministrationJourney(portal)],
  ['an administrator looks at a user and at the machinery', ({ direct, portal }) => operationsJourney(direct, portal)],
  ['an administrator makes an account and changes it', ({ portal }) => userAdministrationJourney(portal)],
  ['every call is made by those who may not and about nothing', ({ portal }) => wrongCalls(portal)],
  ['what is asked for rightly is refused', ({ portal }) => refusedCalls(portal)],
]

export const refusalStatuses = [400, 401, 402, 403, 404, 409, 415, 422]

/** A response to a call, and where it differs from the document. */
export type RecordedAnswer = { call: string; status: number; violations: unknown[] }

export const formatEndpoint = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>) => `${method} ${path}`

const endpointPatterns = allEndpoints
  .map(({ method, path }) => ({ method, path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  // `/orders/count` is no order.
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)

export const findEndpoint = (method: string, pathname: string) =>
  endpointPatterns.find((one) => one.method === method && one.pattern.test(pathname))

/** The parts of the document that are changed. */
export type Document = {
  components: { schemas: Record<'User' | 'Error', { properties: object }> }
  paths: Record<string, { get: { responses: Record<string, object> } }>
}

export const fetchDocument = async ({ url }: Portal) =>
  (await (await fetch(`${url}/v1/openapi.json`)).json()) as Document

/** A document made wrong: emails and the ids of refusals are numbers, and credit settings have no response. */
export async function fetchWrongDocument(portal: Portal) {
  const document = await fetchDocument(portal)
  const { User, Error: refusal } = document.components.schemas
  Object.assign(User.properties, { email: { type: 'integer' } })
  Object.assign(refusal.properties, { requestId: { type: 'integer' } })
  delete document.paths['/v1/credit-settings']?.get.responses['200']
  return document
}
