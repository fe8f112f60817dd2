const maxDepth = 6

/**
 * The cells of a record by name. An object within it gives a name for each of its own, with a dot between; a list of
 * texts or numbers is one cell, any other list its JSON. Of a feature, the attributes are the record.
 */
export function flattenRecord(record: unknown): Map<string, string> {
  const cells = new Map<string, string>()
  if (isObject(record)) {
    const { attributes, geometry, ...others } = record
    const isFeature = isObject(attributes) && Object.keys(others).length === 0
    addCells(isFeature ? attributes : record, '', 0, cells)
    if (isFeature && isObject(geometry)) addCells(geometry, 'geometry.', 1, cells)
  }
  return cells
}

function addCells(object: Record<string, unknown>, prefix: string, depth: number, cells: Map<string, string>): void {
  for (const [key, value] of Object.entries(object))
    if (isObject(value) && depth < maxDepth) addCells(value, `${prefix}${key}.`, depth + 1, cells)
    else cells.set(`${prefix}${key}`, toCell(value))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
