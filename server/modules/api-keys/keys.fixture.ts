import { type ApiKey, apiKeys, type IssuedApiKey, type NewApiKey } from '@dooryard/contract/api-keys'
import { apiScopes } from '@dooryard/contract/api-scopes'
import type { TestUser } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'
import { type Caller, callerAt } from '../../test/requests.ts'

type Owner = Pick<TestUser, 'as'>

let made = 0

/** A program with a key of somebody's: with all scopes and no end, unless said. */
export async function program(
  portal: Portal,
  owner: Owner,
  draft: Partial<NewApiKey> = {},
): Promise<{ issued: IssuedApiKey; as: Caller }> {
  const body = { name: `Program ${++made}`, scopes: [...apiScopes.values], ...draft }
  const reply = await owner.as.call(apiKeys.create, { body })
  if (reply.status !== 201) throw new Error(`the key could not be made: ${JSON.stringify(reply.body)}`)
  return { issued: reply.body, as: callerAt(portal.url, reply.body.key) }
}

/** A key as its owner sees it. */
export const shownTo = async ({ as }: Owner, id: string): Promise<ApiKey> =>
  (await as.call(apiKeys.get, { params: { id } })).body
