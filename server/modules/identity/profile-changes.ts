import type { ProfileChange } from '@dooryard/contract/users'
import type { UserFacts, UserRow } from './users.queries.ts'

const columns = {
  phone: 'phone',
  firstName: 'firstName',
  lastName: 'lastName',
  companyName: 'companyName',
  address_country: 'addressCountry',
  address_state: 'addressState',
  address_city: 'addressCity',
  address_street: 'addressStreet',
  address_apt_suite: 'addressAptSuite',
  address_zip: 'addressZip',
} as const satisfies Record<keyof ProfileChange, keyof UserFacts>

/** What changes of a profile: the columns to set, and each name with what it said and says. Null where nothing does. */
export function profileChanges(user: UserRow, change: ProfileChange) {
  const changes = Object.entries(change).flatMap(([name, text]) => {
    // The entries of an object are typed by name alone; the contract knows no other names.
    const column = columns[name as keyof ProfileChange]
    const [before, after] = [user[column], text || null]
    return text === undefined || before === after ? [] : [{ name, column, before, after }]
  })
  if (changes.length === 0) return null
  const facts: UserFacts = Object.fromEntries(changes.map(({ column, after }) => [column, after]))
  return {
    facts,
    before: Object.fromEntries(changes.map(({ name, before }) => [name, before])),
    after: Object.fromEntries(changes.map(({ name, after }) => [name, after])),
  }
}
