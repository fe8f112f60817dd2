import type { UnconnectedPerson } from '@dooryard/contract/identity/external-sign-in'
import { readTabItem, writeTabItem } from './tab-storage.ts'

const personKey = 'dooryard.unconnected-person'
const lifetimeMs = 15 * 60_000

type KeptPerson = { person: UnconnectedPerson; until: number }

/** Keeps a person until they sign in or register, for as long as the server connects them. */
export const keepUnconnectedPerson = (person: UnconnectedPerson) =>
  writeTabItem(personKey, { person, until: Date.now() + lifetimeMs } satisfies KeptPerson)

export function getUnconnectedPerson(): UnconnectedPerson | null {
  const kept = readTabItem<KeptPerson>(personKey)
  return kept && kept.until > Date.now() ? kept.person : null
}

let personToConnect: UnconnectedPerson | null = null

/** After a sign-in: the portal connects a person for whose email the provider vouches. */
export function queuePersonToConnect() {
  const person = getUnconnectedPerson()
  clearUnconnectedPerson()
  personToConnect = person?.isEmailVerified ? person : null
}

export function takePersonToConnect(): UnconnectedPerson | null {
  const person = personToConnect
  personToConnect = null
  return person
}

/** Does nothing where the browser stores nothing. */
export function clearUnconnectedPerson() {
  try {
    writeTabItem(personKey, null)
  } catch {
    // Nothing was stored.
  }
}
