import type { Role } from '@dooryard/contract/api/roles'
import { listSections } from '../navigation/navigation.ts'

/** The letter that goes to a screen after G. Screens that have it as a shortcut of their own leave it alone then. */
const goLetters: Readonly<Record<string, string>> = {
  '/portal': 'H',
  '/portal/today': 'Y',
  '/portal/lead-finder': 'L',
  '/portal/buyer-finder': 'B',
  '/portal/pipeline-builder': 'P',
  '/portal/settings/saved-searches': 'S',
  '/portal/campaigns': 'C',
  '/portal/enterprise-campaigns': 'C',
  '/portal/integration': 'I',
  '/portal/api-keys': 'K',
  '/portal/webhooks': 'W',
  '/portal/users': 'U',
  '/portal/orders': 'O',
  '/portal/data': 'D',
  '/portal/audit-log': 'A',
}

/** The screens of a role that G and a letter go to. */
export const listGoKeys = (role: Role) =>
  listSections(role, true)
    .flatMap(({ screens }) => screens)
    .flatMap(({ to, label }) => {
      const letter = goLetters[to]
      return letter ? [{ letter, to, label }] : []
    })
