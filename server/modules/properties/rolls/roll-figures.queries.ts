import type { Db } from '../../../platform/postgres/database.ts'
import { readDataVersion } from '../search/data-version.queries.ts'

/** How many rolls are loaded, with how many properties, and how their imports do. */
export async function rollFigures(db: Db) {
  const [rolls, imports, { version, asOf }] = await Promise.all([
    db
      .selectFrom('rolls')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('properties').as('properties')])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('rollImports')
      .select(({ fn }) => [
        fn.countAll<number>().filterWhere('status', 'in', ['QUEUED', 'RUNNING']).as('importing'),
        // Without its file an import is not tried again.
        fn.countAll<number>().filterWhere('status', '=', 'FAILED').filterWhere('fileKey', 'is not', null).as('failed'),
      ])
      .executeTakeFirstOrThrow(),
    readDataVersion(db),
  ])
  const { importing, failed: failedImports } = imports
  const figures = { count: rolls.count, properties: rolls.properties ?? 0, dataVersion: version, newest: asOf }
  return { ...figures, importing, failedImports }
}
