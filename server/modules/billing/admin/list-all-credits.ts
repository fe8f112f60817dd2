import type { adminBilling } from '@dooryard/contract/admin-billing'
import type { Input, Output } from '@dooryard/contract/endpoint'
import { sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../../platform/context.ts'
import { countEntries, type EntryRow, listEmails, listEntries } from '../history/credit-history.queries.ts'
import { filterOf } from '../history/list-credit-history.ts'
import { actorId, presentEntry } from '../history/present-entry.ts'

type Query = Input<typeof adminBilling.creditTransactions>['query']
type Page = Output<typeof adminBilling.creditTransactions>

/** A page of the changes of a user's credits, or of everybody's, with the email address of whoever made each. */
export async function listAllCredits({ db }: Pick<Context, 'db'>, query: Query): Promise<Page> {
  const filter = filterOf(query.userId, query)
  const [rows, count] = await Promise.all([listEntries(db, filter, sliceOf(query)), countEntries(db, filter)])
  const actors = [...new Set(rows.flatMap((row) => actorId(row) ?? []))]
  const people = actors.length > 0 ? await listEmails(db, actors) : []
  const emails = new Map(people.map(({ id, email }) => [id, email]))
  const items = rows.map((row) => ({
    ...presentEntry(row, actorFor(row, emails)),
    userId: row.userId,
    userEmail: row.userEmail ?? closedAccount,
  }))
  return toPage(items, count, query)
}

const closedAccount = 'A closed account'

function actorFor(row: EntryRow, emails: ReadonlyMap<string, string>): string {
  const id = actorId(row)
  return id === undefined ? 'Dooryard' : (emails.get(id) ?? closedAccount)
}
