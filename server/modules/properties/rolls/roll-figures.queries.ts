import type { Db } from '../../../platform/postgres/database.ts'

/** How many rolls are loaded, with how many properties, and how their imports do. */
export async function rollFigures(db: Db) {
  const [rolls, imports] = await Promise.all([
    db
      .selectFrom('rolls')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.sum<number | null>('properties').as('properties'),
        fn.max<Date | null>('changedAt').as('dataVersion'),
        fn.max<Date | null>('ingestedAt').as('newest'),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('rollImports')
      .select(({ fn }) => [
        fn.countAll<number>().filterWhere('status', 'in', ['QUEUED', 'RUNNING']).as('importing'),
        // Without its file an import is not tried again.
        fn.countAll<number>().filterWhere('status', '=', 'FAILED').filterWhere('fileKey', 'is not', null).as('failed'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  const { importing, failed: failedImports } = imports
  return { ...rolls, properties: rolls.properties ?? 0, importing, failedImports }
}
