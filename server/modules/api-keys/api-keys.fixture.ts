import { type ApiKey, apiKeys, type IssuedApiKey, type NewApiKey } from '@dooryard/contract/integrations/api-keys'
import { apiScopes } from '@dooryard/contract/integrations/api-scopes'
import type { TestUser } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'
import { type Caller, createCaller } from '../../test/requests.ts'

type ApiKeyOwner = Pick<TestUser, 'as'>

let createdCount = 0

/** Creates an API client with a key of the owner: with all scopes and no expiry by default. */
export async function createApiClient(
  portal: Portal,
  owner: ApiKeyOwner,
  draft: Partial<NewApiKey> = {},
): Promise<{ issued: IssuedApiKey; as: Caller }> {
  const body = { name: `Program ${++createdCount}`, scopes: [...apiScopes.values], ...draft }
  const reply = await owner.as.call(apiKeys.create, { body })
  if (reply.status !== 201) throw new Error(`the key could not be made: ${JSON.stringify(reply.body)}`)
  return { issued: reply.body, as: createCaller(portal.url, reply.body.key) }
}

/** Gets a key as its owner sees it. */
export const getOwnedApiKey = async ({ as }: ApiKeyOwner, id: string): Promise<ApiKey> =>
  (await as.call(apiKeys.get, { params: { id } })).body
