import { mapRows } from '../map-rows.fixture.ts'
import { makeSource } from '../source.fixture.ts'
import { compileSource } from './compile-source.ts'

/** A source of one file, checked by the schema, with the given parts. */
export const makeDocument = (changes: object) => makeSource({ key: 'PIN', ...changes })

/** A field of columns, with transforms. */
export const field = (columns: string | string[], ...transforms: object[]) => ({
  columns: [columns].flat(),
  ...(transforms.length > 0 && { transforms }),
})

/** The value that a field reads from cells in the columns A, B, … of a row. */
export function readField(name: string, transforms: object[], ...cells: string[]) {
  const columns = cells.map((_, at) => 'ABCDEF'[at] ?? '')
  const source = compileSource(makeDocument({ property: { [name]: field(columns, ...transforms) } }))
  const row = { PIN: '1', ...Object.fromEntries(cells.map((cell, at) => [columns[at], cell])) }
  const { mapped, tally } = mapRows(source, [row])
  const [read] = mapped
  if (typeof read === 'string' || !read?.property) throw new Error(read as string)
  const value = (read.property as Record<string, unknown>)[name]
  return tally.columns.get(name)?.implausible ? 'implausible' : value
}
