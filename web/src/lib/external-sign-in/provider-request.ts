import type { ProviderId, RedirectToProvider } from '@dooryard/contract/identity/external-sign-in'
import { BrowserError } from '../api/errors.ts'
import { readTabItem, writeTabItem } from './tab-storage.ts'

/** A sign-in that is in progress at a provider, or the connection of an account. */
export type ProviderRequest = {
  provider: ProviderId
  purpose: 'sign-in' | 'connect'
  browserToken: string
  redirect?: string | undefined
}

const requestKey = 'dooryard.provider-request'

/** Leaves for the page of a provider. Throws if the browser stores nothing, because nobody could come back. */
export function openProvider(
  { url, browserToken }: RedirectToProvider,
  request: Omit<ProviderRequest, 'browserToken'>,
) {
  try {
    writeTabItem(requestKey, { ...request, browserToken } satisfies ProviderRequest)
  } catch {
    throw new BrowserError('Your browser blocks storage for this site, so you cannot sign in with another account.')
  }
  window.location.assign(url)
}

/** Returns the request that the provider answers, once. */
export function takeProviderRequest(): ProviderRequest | null {
  const request = readTabItem<ProviderRequest>(requestKey)
  if (request) writeTabItem(requestKey, null)
  return request
}
