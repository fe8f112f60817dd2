const maxLength = 40

/**
 * Names a table in the document: by itself, or by its file where the file is one table. The same files have the same
 * names again, so a document also fits a newer edition of them.
 */
export function createTableId(name: string, fileName: string, taken: ReadonlySet<string>): string {
  const base = toSlug(name) || toSlug(fileName.replace(/(\.[a-z0-9]{1,8}){1,2}$/i, '')) || 'table'
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`
    const id = base.slice(0, maxLength - suffix.length) + suffix
    if (!taken.has(id)) return id
  }
}

/** Lower case letters, digits and underscores, from the first letter on. */
const toSlug = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
