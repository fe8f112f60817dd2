import { selectAccounts } from '../../../platform/lists/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { selectEntries } from '../../credits/index.ts'

/** Finds an account whose ledger has never had credits in the bucket. */
export const findDemoAccountWithoutCredits = (db: Db, email: string, bucket: 'SUBSCRIPTION' | 'ON_DEMAND') =>
  selectAccounts(db)
    .where('email', '=', email)
    .where('closedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(selectEntries(db).as('entries'))
            .select('entries.id')
            .whereRef('entries.userId', '=', 'users.id')
            .where('entries.bucket', '=', bucket),
        ),
      ),
    )
    .executeTakeFirst()
