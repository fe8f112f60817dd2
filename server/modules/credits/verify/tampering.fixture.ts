import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import { verifyLedger } from '../ledger/ledger.fixture.ts'
import type { LedgerProof } from './verify-ledger.ts'

class RollbackError extends Error {}

/** Tampers with the ledger as only the database owner can, verifies it and rolls back. */
export async function verifyAfterTampering(
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
      throw new RollbackError()
    })
    .catch((error) => {
      if (!(error instanceof RollbackError)) throw error
    })
  if (!proof) throw new Error('nothing was verified')
  return proof
}

/** Recomputes the hash chain of an account, as only the database owner can. */
export const rebuildChain = (userId: string) =>
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
