import type { Entry } from 'yauzl'
import type { Archive } from './archive.ts'
import { unescaped } from './cell-text.ts'
import { refused } from './given-file.ts'
import { readWholeXml } from './xml.ts'

// They have to be held while the sheet is read: at two bytes a character and some more for each, some 200 MB.
const maxCharacters = 80_000_000
const overhead = 24

/** The texts of a workbook that its cells refer to by number. */
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
      held += text.length + overhead
      if (held > maxCharacters)
        throw refused(`The workbook ${archive.name} has more text than can be held at once: save its sheet as CSV.`)
      strings.push(unescaped(text))
    },
  })
  return strings
}
