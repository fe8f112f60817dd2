/** A column of the files that a field can read, with a few of its values. */
export type ColumnOption = { name: string; examples: string[] }

type Table = { header: readonly string[]; rows: readonly (readonly string[])[] }

const maxExamples = 3

/** Different filled cells of a column, from its first rows. */
function listExamples(rows: Table['rows'], at: number): string[] {
  const examples = new Set<string>()
  for (const row of rows) {
    const cell = row[at]?.trim()
    if (cell) examples.add(cell)
    if (examples.size === maxExamples) break
  }
  return [...examples]
}

/** The columns of the main table by their own names, those of joined ones as `file.column`. */
export const toColumnOptions = (tables: readonly { prefix: string | undefined; table: Table }[]): ColumnOption[] =>
  tables.flatMap(({ prefix, table: { header, rows } }) =>
    header.map((column, at) => ({
      name: prefix === undefined ? column : `${prefix}.${column}`,
      examples: listExamples(rows, at),
    })),
  )

const geometryLabels: Record<string, string> = {
  '@lat': 'Latitude of the outline',
  '@lng': 'Longitude of the outline',
  '@area_sqft': 'Area of the outline, sqft',
}

/** The name as people read it: facts of a geometry are in words. */
export const formatColumnName = (name: string) => {
  const [prefix, column] = name.includes('.@') ? name.split('.') : [undefined, name]
  const label = geometryLabels[column ?? name]
  return label ? (prefix ? `${label} of ${prefix}` : label) : name
}
