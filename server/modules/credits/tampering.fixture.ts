import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { verifyLedger } from './ledger.fixture.ts'
import type { LedgerProof } from './verify-ledger.ts'

class Undone extends Error {}

/** Does to the ledger what only the owner of the database can, verifies it, and undoes it. */
export async function verifiedAfterTampering(
  db: Db,
  statements: RawBuilder<unknown>[],
  options?: Parameters<typeof verifyLedger>[1],
): Promise<LedgerProof> {
  let proof: LedgerProof | undefined
  await db
    .transaction()
    .execute(async (trx) => {
      await sql`alter table credit_entries disable trigger user`.execute(trx)
      for (const statement of statements) await statement.execute(trx)
      await sql`alter table credit_entries enable trigger user`.execute(trx)
      proof = await verifyLedger(trx, options)
      throw new Undone()
    })
    .catch((error) => {
      if (!(error instanceof Undone)) throw error
    })
  if (!proof) throw new Error('nothing was verified')
  return proof
}

/** Makes the hashes of an account anew, as only its owner can, so that its entries follow from one another again. */
export const rechained = (userId: string) =>
  sql`do ${sql.lit(`
  declare
    entry credit_entries;
    head bytea := sha256('');
  begin
    for entry in select * from credit_entries where user_id = '${userId}' order by seq loop
      entry.previous_hash := head;
      head := sha256(head || convert_to(credit_entry_text(entry), 'UTF8'));
      update credit_entries set previous_hash = entry.previous_hash, hash = head where user_id = '${userId}' and seq = entry.seq;
    end loop;
    update credit_accounts set head_hash = head where user_id = '${userId}';
  end`)}`
