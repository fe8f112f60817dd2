import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Db } from '../../../../platform/postgres/database.ts'
import { findRoll } from '../../rolls/rolls.queries.ts'
import { findFile, listPlaces } from '../../sources/compile/list-file-problems.ts'
import { findSource } from '../../sources/resolve-source.ts'

type NamedTable = { id: string; sample: { header: readonly string[] } }

/**
 * Gives a proposed document an id and a name that are free, or those of the source that reads the same columns for the
 * same county: another kind of file of the county is another dataset, and a newer edition of a file the same one.
 */
export async function nameProposedSource(
  db: Db,
  document: SourceDocument,
  tables: readonly NamedTable[],
): Promise<SourceDocument> {
  for (let number = 1; ; number += 1) {
    const named = number === 1 ? document : numberSource(document, number)
    const known = (await findSource(db, named.source))?.document
    if (known ? isSameLayout(known, document, tables) : !(await findRoll(db, named.source))) return named
  }
}

const longestId = 80
const longestName = 100

function numberSource(document: SourceDocument, number: number): SourceDocument {
  const id = document.source.slice(0, longestId - `-${number}`.length).replace(/-+$/, '')
  const name = document.name.slice(0, longestName - ` ${number}`.length).trimEnd()
  return { ...document, source: `${id}-${number}`, name: `${name} ${number}` }
}

/** Whether the known source is of the same county, and all columns that it reads are in these tables. */
function isSameLayout(known: SourceDocument, proposed: SourceDocument, tables: readonly NamedTable[]): boolean {
  if (getCounty(known) !== getCounty(proposed)) return false
  const [main] = proposed.files
  const headers = new Map(tables.map(({ id, sample }) => [id, new Set(sample.header)]))
  const joined = known.files.slice(1).map(({ id }) => id)
  const hasColumn = (column: string) => {
    const file = findFile(column, joined)
    return file === undefined
      ? headers.get(main?.id ?? '')?.has(column)
      : headers.get(file)?.has(column.slice(file.length + 1))
  }
  return listPlaces(known).every(({ columns }) => columns.every(hasColumn))
}

const getCounty = ({ county }: SourceDocument) => ('fips' in county ? county.fips : undefined)
