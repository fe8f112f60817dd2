import { dataClasses } from '@dooryard/contract/api/data-classes'
import {
  accountRequestsPerMinute,
  apiKeyRequestsPerMinute,
  programRequestsPerMinute,
} from '@dooryard/contract/api/limits'
import { apiScopes } from '@dooryard/contract/integrations/api-scopes'
import { maxTestOrderLeads } from '@dooryard/contract/integrations/test-orders'
import { formatNumber } from '../../util/format.ts'

const formatPerMinute = (calls: number) => `${formatNumber(calls)} calls a minute`

const scopeList = apiScopes.terms.map(({ value, description }) => `- \`${value}\`: ${description}`).join('\n')

const dataClassList = Object.entries(dataClasses)
  .map(([name, meaning]) => `\`${name}\` (${meaning[0]?.toLowerCase()}${meaning.slice(1)})`)
  .join(', ')

export const apiDescription = `Find properties and their owners, and order leads.

## Authentication

**Programs** call the endpoints under \`/v1/enterprise\` with an API key, which enterprise users create under *API keys*: \
\`Authorization: Bearer dyk_…\`, or \`X-API-Key: dyk_…\`. Keys in the query are ignored. A key can be limited to IP \
addresses, and its scopes say what it can do:

${scopeList}

**People** sign in and call all other endpoints with their access token: \`Authorization: Bearer <token>\`. API keys do \
not work there, and access tokens do not work under \`/v1/enterprise\`. Streams take the token as \`?token=\`, because \
the EventSource of browsers sends no headers.

## Test mode

A test key (\`dyk_test_…\`) makes the same calls with the same responses. Counts are real. Its orders cost nothing, take \
a few seconds and deliver up to ${formatNumber(maxTestOrderLeads)} generated leads: made-up names, phones from 555-0100 to 555-0199 and emails at \
example.com, the same for the same criteria. An order named \`Fail\` fails. Orders, leads and webhook events of test keys \
have \`isTest\`. Test orders are deleted after 30 days, and live keys do not see them.

## Responses

JSON in camelCase. Ids are strings, instants are ISO 8601 in UTC, days are \`YYYY-MM-DD\`, credits are whole numbers, and \
money is \`{amount, currency}\` in cents.

Errors are \`{message, code, requestId}\`: a message for people, a code for programs, and the id to give to support. \
\`issues\` names the invalid fields.

Lists are \`{items, currentPage, totalPages, totalCount, pageSize, nextPage, previousPage}\`. Use \`?page=\` and \
\`?limit=\`, up to 100. A page past the end is empty.

\`x-data-class\` marks sensitive fields: ${dataClassList}.

## Idempotency

Send an \`Idempotency-Key\` with every call that takes one, and repeat the call with the same key if its response is \
lost: it runs once, and you get the same response for 24 hours. The same key with another body is a 409. Live and test \
keys do not share them.

## Rate limits

${formatPerMinute(apiKeyRequestsPerMinute)} per API key, ${formatPerMinute(programRequestsPerMinute)} for all keys of an account, and \
${formatPerMinute(accountRequestsPerMinute)} per signed-in user; some calls have limits of their own. \`RateLimit\` says in every \
response how many are left. A call over a limit is a 429 with \`Retry-After\`.

## Webhooks

Events are posted to the URLs you add under *Webhooks*, signed by \
[Standard Webhooks](https://www.standardwebhooks.com): \`webhook-signature\` is \`v1,\` and the base64 of HMAC-SHA256 over \
\`{webhook-id}.{webhook-timestamp}.{body}\` with the secret of the webhook. Verify it over the raw body with any of the \
public libraries. Anything but a 2xx within 15 seconds is retried for about a day with the same \`webhook-id\`: use it to \
drop duplicates.`

export const tagDescriptions: Record<string, string> = {
  Portal: 'About this portal',
  Account: 'Registration, sign-in and the account of the caller',
  Administration: 'Users, orders, billing and the audit log',
  Operations: 'System status, failed jobs and unexpected errors',
  Credits: 'Lead prices and credit balances',
  Billing: 'Plans, packs and payments',
  Affiliates: 'Commissions on payments of customers of an affiliate, and payouts',
  Coupons: 'Discount codes',
  Sandbox: 'Payment pages of a demo, without money',
  Campaigns: 'Named criteria in which orders are placed',
  Orders: 'Orders that people place in the portal',
  'Recurring orders': 'Orders of new matches on a schedule',
  Leads: 'Delivered leads with their stages and notes',
  Lists: 'Lists of properties, put together by hand or from files of addresses',
  Letters: 'Letters and postcards to the owners of your leads, and who was sent what',
  'Do not call': 'Do-not-call lists and checks against them',
  Contacts: 'Phones and emails of owners',
  Properties: 'Property search and details',
  Buyers: 'Buyers near an address',
  Filters: 'Values for criteria',
  Files: 'Files behind signed links',
  Data: 'County datasets and their import',
  'Saved searches': 'Criteria that are counted daily',
  'Suppression lists': 'Addresses and properties to exclude from searches and orders',
  'API keys': 'Keys for programs',
  'Public API': 'Calls for programs, with an API key',
  Webhooks: 'Webhook endpoints and their deliveries',
  Events: 'Webhook events',
}
