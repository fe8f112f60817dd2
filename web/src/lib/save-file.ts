export function saveUrl(url: string, name: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

export function saveBlob(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  saveUrl(url, name)
  // The browser reads the blob after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves a value as a JSON file that people can read. */
export const saveJson = (value: object, name: string) =>
  saveBlob(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }), name)
