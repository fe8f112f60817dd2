import { dataClasses } from '@dooryard/contract/api/data-classes'
import {
  accountRequestsPerMinute,
  apiKeyRequestsPerMinute,
  programRequestsPerMinute,
} from '@dooryard/contract/api/limits'
import { apiScopes } from '@dooryard/contract/integrations/api-scopes'
import { formatNumber } from '../../util/format.ts'

const formatPerMinute = (calls: number) => `${formatNumber(calls)} calls a minute`

const scopeList = apiScopes.terms.map(({ value, description }) => `- \`${value}\`: ${description}`).join('\n')

const dataClassList = Object.entries(dataClasses)
  .map(([name, meaning]) => `\`${name}\` (${meaning[0]?.toLowerCase()}${meaning.slice(1)})`)
  .join(', ')

export const apiDescription = `Find properties and their owners, and reach them.

## Who calls

**Programs** call what is under \`/v1/enterprise\`, with an API key that an enterprise user makes under *API keys*: \
\`Authorization: Bearer dyk_…\`, or \`X-API-Key: dyk_…\`. A key is never taken from the query. What a key may do is \
said by its scopes:

${scopeList}

**People** sign in, and call everything else with the access token that they get for it: \
\`Authorization: Bearer <token>\`. No key opens these calls, and no token those of programs. A stream takes its token as \
\`?token=\`, since a browser's EventSource sends no headers.

## Answers

JSON in camelCase. Ids are strings, instants are ISO 8601 in UTC, days are \`YYYY-MM-DD\`, credits are whole numbers, and \
money is \`{amount, currency}\` in cents.

An answer outside 2xx is \`{message, code, requestId}\`: a sentence for people, a code for programs, and what to tell us \
when you ask about it. Where a field is at fault, \`issues\` says which.

A list is \`{items, currentPage, totalPages, totalCount, pageSize, nextPage, previousPage}\`; ask for \`?page=\` and \
\`?limit=\`, up to 100. A page past the end is empty.

A field that needs care says what it holds in \`x-data-class\`: ${dataClassList}.

## Doing it once

Send an \`Idempotency-Key\` of your own with every call that takes one, and repeat the call with the same key when its \
answer is lost: it is done once, and you get the same answer for 24 hours. Another body with that key is a 409.

## Limits

An API key may make ${formatPerMinute(apiKeyRequestsPerMinute)}, all keys of an account ${formatPerMinute(programRequestsPerMinute)}, and \
a signed-in user ${formatPerMinute(accountRequestsPerMinute)}, all together; some calls have limits of their own. \
\`RateLimit\` says in every answer how many are left. What is over a limit is a 429, and \`Retry-After\` says when to \
come back.

## Webhooks

We post events to the addresses that you enter under *Webhooks*, signed as the \
[Standard Webhooks](https://www.standardwebhooks.com) specification says: \`webhook-signature\` is \`v1,\` and the base64 \
of HMAC-SHA256 over \`{webhook-id}.{webhook-timestamp}.{body}\`, by the secret of the webhook. Verify it with any of the \
public libraries, over the body as it came. Anything but a 2xx within 15 seconds is tried again, for about a \
day, with the same \`webhook-id\`: drop what you have seen.`

export const tagDescriptions: Record<string, string> = {
  Portal: 'What this portal is',
  Account: 'Registration, sign-in, and the account of the caller',
  Administration: 'Users, and what was done',
  Operations: 'System status, failed jobs and unexpected errors',
  Credits: 'What leads cost, and what an account has',
  Billing: 'Plans, packs and payments',
  Affiliates: 'Commissions on the payments of customers who redeemed a coupon of an affiliate, and payouts',
  Coupons: 'Discount codes for purchases',
  Sandbox: 'The pages on which a demo is paid, without money',
  Campaigns: 'Criteria under a name, which orders are placed of',
  Orders: 'Orders as people place and follow them in the portal',
  'Recurring orders': 'Orders of new matches, placed on a schedule',
  Leads: 'What was delivered, and how far its buyer has come with it',
  'Do not call': 'Lists of numbers that may not be called, and checks against them',
  Contacts: 'Phones and emails of owners',
  Properties: 'Searching and looking at properties',
  Buyers: 'Who buys around an address',
  Filters: 'What there is to choose from in criteria',
  Files: 'Files that were linked to',
  Data: 'County rolls, and their import',
  'Saved searches': 'Criteria that are counted again every day',
  'Suppression lists': 'Addresses and properties that searches and orders leave out',
  'API keys': 'Keys for programs',
  'Public API': 'What programs call, with an API key',
  Webhooks: 'Addresses that get events, and each delivery to them',
  Events: 'What webhooks get',
}
