import { contacts } from '@dooryard/contract/data/contacts'
import { adminDnc, dnc } from '@dooryard/contract/data/dnc'
import { useQuery } from '@tanstack/react-query'
import { buildQuery } from '../../lib/api/query.ts'
import { useUser } from '../../lib/session/use-user.ts'

const toScope = (calls: typeof dnc | typeof adminDnc) => ({
  calls,
  changes: [calls.coverage, calls.imports, calls.check],
})
const scopes = { own: toScope(dnc), admin: toScope(adminDnc) }

/** The endpoints for do-not-call lists: the platform's lists for administrators, their own for other users. */
export function useDnc() {
  const isPlatform = useUser().role === 'SUPER_ADMIN'
  return { isPlatform, ...scopes[isPlatform ? 'admin' : 'own'] }
}

export const useCoverage = () => useQuery(buildQuery(useDnc().calls.coverage, {}))

export const contactsOverviewQuery = () => buildQuery(contacts.overview, {})
export const contactDependents = [contacts.overview, contacts.imports]
