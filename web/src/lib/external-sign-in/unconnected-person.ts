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

/** Does nothing where the browser stores nothing. */
export function clearUnconnectedPerson() {
  try {
    writeTabItem(personKey, null)
  } catch {
    // Nothing was stored.
  }
}
