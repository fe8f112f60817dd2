/** A file of addresses to match, and how many lines were put before those of the user. */
export type AddressFile = { file: File; addedLines: number }

/** Whether a line names columns rather than an address: no address is without a number. */
const isHeader = (line: string) => /address|street|property ?id/i.test(line) && !/\d/.test(line)

/** Pasted text as a file: with its own header, as copied from a spreadsheet, or one address per line. */
export function toAddressFile(text: string): AddressFile {
  const lines = text.replace(/\s+$/, '').split(/\r\n|\r|\n/)
  const first = lines.findIndex((line) => line.trim() !== '')
  const header = lines[first] ?? ''
  if (isHeader(header)) {
    // Blank lines above it go below, so that the others keep their numbers.
    const table = [header, ...lines.slice(0, first), ...lines.slice(first + 1)]
    return { file: new File([table.join('\n')], 'pasted.csv'), addedLines: 0 }
  }
  const rows = lines.map((line) => `"${line.trim().replace(/\t+/g, ', ').replace(/"/g, '""')}"`)
  return { file: new File([['Address', ...rows].join('\n')], 'pasted.csv'), addedLines: 1 }
}
