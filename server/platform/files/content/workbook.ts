import { posix } from 'node:path'
import type { Entry } from 'yauzl'
import type { Archive } from './archive.ts'
import { unescapeCell } from './cell-text.ts'
import { type FileContents, unprocessable } from './input-file.ts'
import { readSheetAsCsv } from './sheet-to-csv.ts'
import { readWholeXml, type Tag } from './xml.ts'

const workbookPath = 'xl/workbook.xml'

export const isWorkbook = ({ entries }: Archive) => entries.some(({ fileName }) => fileName === workbookPath)

export async function openWorkbook(archive: Archive): Promise<FileContents> {
  const parts = new Map(archive.entries.map((entry) => [entry.fileName, entry]))
  const part = (path: string) => parts.get(path)
  const { sheetIds, has1904Dates } = await readIndex(archive, part(workbookPath))
  const targets = await readTargets(archive, part('xl/_rels/workbook.xml.rels'))
  const isDay = await readDayStyles(archive, part('xl/styles.xml'))
  const shared = await readSharedStrings(archive, part('xl/sharedStrings.xml'))
  const entries = sheetIds.flatMap(({ id, name }) => {
    const entry = part(targets.get(id) ?? '')
    return entry ? [{ entry, name }] : []
  })
  if (entries.length === 0) throw unprocessable(`The workbook ${archive.name} has no sheet in it.`)
  const total = entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
  let read = 0
  async function* counted(entry: Entry): AsyncGenerator<Buffer> {
    for await (const chunk of archive.read(entry)) {
      read += chunk.length
      yield chunk
    }
  }
  return {
    sheets: entries.map(({ entry, name }) => ({
      name,
      read: () => readSheetAsCsv(counted(entry), { fileName: archive.name, shared, isDay, has1904Dates }),
      delimiters: [','],
    })),
    progress: () => Math.min(read / Math.max(total, 1), 1),
    close: archive.close,
  }
}

async function readPart(archive: Archive, entry: Entry | undefined, open: (tag: Tag) => void) {
  if (entry) await readWholeXml(archive.read(entry), archive.name, { open })
}

async function readIndex(archive: Archive, entry: Entry | undefined) {
  const sheetIds: { id: string; name: string }[] = []
  let has1904Dates = false
  await readPart(archive, entry, ({ name, attributes }) => {
    if (name === 'workbookPr') has1904Dates = isTrue(attributes.date1904)
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
    if (name === 'sheet' && id) sheetIds.push({ id, name: attributes.name ?? '' })
  })
  return { sheetIds, has1904Dates }
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true'

async function readTargets(archive: Archive, entry: Entry | undefined): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  await readPart(archive, entry, ({ name, attributes: { Id, Target } }) => {
    if (name !== 'Relationship' || !Id || !Target) return
    targets.set(Id, Target.startsWith('/') ? Target.slice(1) : posix.join('xl', Target))
  })
  return targets
}

// Built-in format numbers that show a day, among them those of East Asia.
const builtInDayFormats = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58])

async function readDayStyles(archive: Archive, entry: Entry | undefined): Promise<(style: number) => boolean> {
  const dayFormats = new Set(builtInDayFormats)
  const formatOfStyle: number[] = []
  let isInCellStyles = false
  await readPart(archive, entry, ({ name, attributes }) => {
    if (name === 'numFmt' && isDayFormat(attributes.formatCode ?? '')) dayFormats.add(Number(attributes.numFmtId))
    // The same tag is used for named styles, which come before or after, never within.
    if (name === 'cellXfs' || name === 'cellStyleXfs') isInCellStyles = name === 'cellXfs'
    if (name === 'xf' && isInCellStyles) formatOfStyle.push(Number(attributes.numFmtId ?? 0))
  })
  const isDay = formatOfStyle.map((format) => dayFormats.has(format))
  return (style) => isDay[style] ?? false
}

/** Whether a format such as `[$-409]d-mmm-yy;@` shows a day or a year, ignoring its literal text. */
const isDayFormat = (format: string) => /[dy]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|\\.|[_*]./g, ''))

// Shared strings are held in memory while the sheet is read: at two bytes a character plus overhead, about 200 MB.
const maxCharacters = 80_000_000
const overheadBytes = 24

export async function readSharedStrings(archive: Archive, entry: Entry | undefined): Promise<readonly string[]> {
  const strings: string[] = []
  if (!entry) return strings
  let text = ''
  let isText = false
  let isPhonetic = false
  let held = 0
  await readWholeXml(archive.read(entry), archive.name, {
    open: ({ name }) => {
      if (name === 'si') text = ''
      else if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    text: (more) => {
      if (isText) text += more
    },
    close: (name) => {
      isText = false
      if (name === 'rPh') isPhonetic = false
      if (name !== 'si') return
      held += text.length + overheadBytes
      if (held > maxCharacters)
        throw unprocessable(
          `The workbook ${archive.name} has more text than can be held at once: save its sheet as CSV.`,
        )
      strings.push(unescapeCell(text))
    },
  })
  return strings
}
