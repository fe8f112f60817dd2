import { toPlainName } from '../headers/header-words.ts'
import type { NameMatch, NameTarget } from '../headers/match-names.ts'
import florida from './florida.json' with { type: 'json' }
import iasworld from './iasworld.json' with { type: 'json' }
import massachusetts from './massachusetts.json' with { type: 'json' }
import minnesota from './minnesota.json' with { type: 'json' }
import montana from './montana.json' with { type: 'json' }
import newJersey from './new-jersey.json' with { type: 'json' }
import newYork from './new-york.json' with { type: 'json' }
import reso from './reso.json' with { type: 'json' }
import texas from './texas.json' with { type: 'json' }
import vendors from './vendors.json' with { type: 'json' }
import washington from './washington.json' with { type: 'json' }
import wisconsin from './wisconsin.json' with { type: 'json' }

/** A schema that many places publish, recognised by columns that only it has together. */
export type PublishedSchema = {
  id: string
  name: string
  rows: 'PROPERTIES' | 'SALES'
  /** Why files of the schema are no roll. */
  refusal: string | null
  /** The columns that are the parcel number together. */
  key: readonly string[] | null
  /** What the schema says of a column; undefined when it does not know it. */
  matches: (column: string) => NameMatch[] | undefined
}

export type SchemaDocument = {
  name: string
  /** Each group by itself identifies the schema. */
  fingerprints: string[][]
  rows?: 'PROPERTIES' | 'SALES'
  refusal?: string
  /** The parcel number, where it stands in several columns. */
  key?: string[]
  /** The target of each column, with a weight below 1 where another is better. */
  columns: Record<string, string>
  /** Columns that are no field of ours, in lines; the names of many mislead. */
  ignored?: string[]
}

/** By id, the more particular ones first. */
export const schemas: ReadonlyMap<string, SchemaDocument> = new Map(
  [
    florida,
    newJersey,
    newYork,
    massachusetts,
    wisconsin,
    minnesota,
    texas,
    montana,
    washington,
    vendors,
    reso,
    iasworld,
  ].flatMap(
    // The files hold schema documents; the types of JSON are too narrow to say so.
    (file) => Object.entries(file as unknown as Record<string, SchemaDocument>),
  ),
)

export function findSchema(header: readonly string[]): PublishedSchema | null {
  const names = new Set(header.map(toPlainName))
  for (const [id, schema] of schemas) if (fits(schema, names)) return present(id, schema)
  return null
}

const fits = ({ fingerprints }: SchemaDocument, names: ReadonlySet<string>) =>
  fingerprints.some((group) =>
    group.every((column) => names.has(toPlainName(column)) || names.has(toPlainName(column.slice(0, 10)))),
  )

function present(id: string, schema: SchemaDocument): PublishedSchema {
  const targets = new Map<string, NameMatch[]>()
  for (const column of [...(schema.key ?? []), ...(schema.ignored ?? []).flatMap((line) => line.split(' '))])
    targets.set(toPlainName(column), [])
  for (const [column, target] of Object.entries(schema.columns)) {
    const [name, weight] = target.split(' ')
    targets.set(toPlainName(column), [{ target: name as NameTarget, score: weight ? Number(weight) : 1 }])
  }
  return {
    id,
    name: schema.name,
    rows: schema.rows ?? 'PROPERTIES',
    refusal: schema.refusal ?? null,
    key: schema.key ?? null,
    matches: (column) => targets.get(toPlainName(column)),
  }
}
