import { contacts } from '@dooryard/contract/contacts'
import { adminDnc, dnc } from '@dooryard/contract/dnc'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query.ts'
import { useUser } from '../../lib/use-user.ts'

/** The calls with which files of do-not-call lists or of contacts are imported. */
export type FileImportCalls = typeof contacts | typeof dnc | typeof adminDnc

const toScope = (calls: typeof dnc | typeof adminDnc) => ({
  calls,
  changes: [calls.coverage, calls.imports, calls.check],
})
const scopes = { own: toScope(dnc), admin: toScope(adminDnc) }

/** The calls about the do-not-call lists of the reader: the platform's for administrators, their own for others. */
export function useDnc() {
  const isPlatform = useUser().role === 'SUPER_ADMIN'
  return { isPlatform, ...scopes[isPlatform ? 'admin' : 'own'] }
}

export const useCoverage = () => useQuery(queryOf(useDnc().calls.coverage, {}))

export const contactsOverview = () => queryOf(contacts.overview, {})
export const contactChanges = [contacts.overview, contacts.imports]
