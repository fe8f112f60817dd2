import type { ProviderId, RedirectToProvider, UnconnectedPerson } from '@dooryard/contract/identity/external-sign-in'
import { BrowserError } from '../api/errors.ts'

/** A sign-in that is in progress at a provider, or the connection of an account. */
export type ProviderRequest = {
  provider: ProviderId
  purpose: 'sign-in' | 'connect'
  browserToken: string
  redirect?: string | undefined
}

const requestKey = 'dooryard.provider-request'
const personKey = 'dooryard.unconnected-person'

/** In session storage, which this tab alone reads and which survives the way to the provider and back. */
function read<Value>(key: string): Value | null {
  try {
    // Only this file writes these keys.
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null
  } catch {
    return null
  }
}

function write(key: string, value: unknown) {
  if (value === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(value))
}

/** Leaves for the page of a provider. Throws if the browser stores nothing, because nobody could come back. */
export function openProvider(
  { url, browserToken }: RedirectToProvider,
  request: Omit<ProviderRequest, 'browserToken'>,
) {
  try {
    write(requestKey, { ...request, browserToken } satisfies ProviderRequest)
  } catch {
    throw new BrowserError('This browser stores nothing for this site, so you cannot sign in with another account.')
  }
  window.location.assign(url)
}

/** Returns the request that the provider answers, once. */
export function takeProviderRequest(): ProviderRequest | null {
  const request = read<ProviderRequest>(requestKey)
  if (request) write(requestKey, null)
  return request
}

const personLifetimeMs = 15 * 60_000

type KeptPerson = { person: UnconnectedPerson; until: number }

/** Keeps a person until they sign in or register, for as long as the server connects them. */
export const keepUnconnectedPerson = (person: UnconnectedPerson) =>
  write(personKey, { person, until: Date.now() + personLifetimeMs } satisfies KeptPerson)

export function getUnconnectedPerson(): UnconnectedPerson | null {
  const kept = read<KeptPerson>(personKey)
  return kept && kept.until > Date.now() ? kept.person : null
}

/** Does nothing where the browser stores nothing. */
export function clearUnconnectedPerson() {
  try {
    write(personKey, null)
  } catch {
    // Nothing was stored.
  }
}
