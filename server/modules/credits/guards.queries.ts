import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** The triggers that keep the ledger: name, function, and when it is called, as `tgtype` of the catalogue says. */
const triggers = [
  ['credit_entries_append_only', 'refuse_change', 58],
  ['credit_entries_chain', 'chain_credit_entry', 7],
] as const

/** The functions that they call: language and SHA-256 of the source. A migration that changes one changes it here. */
const functions: Record<string, [language: string, source: string]> = {
  refuse_change: ['plpgsql', 'df89b0c65f44ffae87695685fca411fb8ad998cff6768bb8a176024d331910f3'],
  chain_credit_entry: ['plpgsql', '7203dd8827ef773705d34cea20cb1c2a8bb774c88f34eb5e16c67e419bb7912d'],
  credit_entry_text: ['sql', '7333ea037fb348ecbef590a0cd46a5a7b24a2e999cca7e1064fd70a61afab248'],
}

/** Which of the triggers that keep the ledger are missing, switched off, or call something else, and which functions. */
export const selectGuards = async (db: Db) => ({
  triggers: await selectMissingTriggers(db),
  functions: await selectOtherFunctions(db),
})

async function selectMissingTriggers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger
    where tgrelid = 'credit_entries'::regclass and tgenabled in ('O', 'A') and tgqual is null
      and (tgname, tgfoid, tgtype) in (${sql.join(
        triggers.map(([name, does, type]) => sql`(${name}::name, ${does}::regproc::oid, ${type}::smallint)`),
      )})`.execute(db)
  return triggers.map(([name]) => name).filter((name) => !rows.some((row) => row.name === name))
}

async function selectOtherFunctions(db: Db): Promise<string[]> {
  // In whatever schema: which of two is called is a matter of a setting.
  const { rows } = await sql<{ name: string; language: string; source: string }>`
    select proname as name, lanname as language, prosrc as source
    from pg_proc join pg_language on pg_language.oid = prolang
    where proname in (${sql.join(Object.keys(functions))})`.execute(db)
  return Object.entries(functions)
    .filter(([name, [language, source]]) => {
      const [found, ...others] = rows.filter((row) => row.name === name)
      return others.length > 0 || found?.language !== language || sha256(found.source) !== source
    })
    .map(([name]) => name)
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
